#include "boards/chips/rp2/usb_link.hpp"

#include <gtest/gtest.h>

namespace {

using namespace stackmate::boards::rp2::usb;

class Everywhere : public testing::TestWithParam<int> {
protected:
    [[nodiscard]] static Link link() { return static_cast<Link>(GetParam()); }
    [[nodiscard]] static Link after(LinkEvent event) { return next(link(), event); }
    [[nodiscard]] static Link awake() { return after(LinkEvent::wake); }
};

TEST_P(Everywhere, DetachingLeadsToTheBottomAndOnlyAttachingOutOfIt) {
    EXPECT_EQ(after(LinkEvent::detach), Link::detached);
    for (std::size_t event = 0; event < link_events; ++event) {
        const auto e = static_cast<LinkEvent>(event);
        EXPECT_EQ(next(Link::detached, e), e == LinkEvent::attach ? Link::attached : Link::detached) << event;
        EXPECT_TRUE(link() == Link::detached || e == LinkEvent::detach || after(e) != Link::detached) << event;
    }
}

TEST_P(Everywhere, AttachingChangesNothingThatIsAttached) {
    EXPECT_EQ(after(LinkEvent::attach), link() == Link::detached ? Link::attached : link());
}

TEST_P(Everywhere, AResetAndTheLossOfTheConfigurationLeaveNothingButThePullUp) {
    const auto bottom = link() == Link::detached ? Link::detached : Link::attached;
    EXPECT_EQ(after(LinkEvent::bus_reset), bottom);
    EXPECT_EQ(after(LinkEvent::unconfigure), bottom);
}

TEST_P(Everywhere, AConfigurationThatIsChosenBeginsWithAClosedPort) {
    EXPECT_EQ(after(LinkEvent::configure), link() == Link::detached ? Link::detached : Link::closed);
}

TEST_P(Everywhere, DtrAndDataCountOnceThePortIsConfiguredAndWakeIt) {
    if (!is_configured(link())) {
        for (const auto event : {LinkEvent::dtr_up, LinkEvent::dtr_down, LinkEvent::said}) {
            EXPECT_EQ(after(event), link());
        }
        return;
    }
    EXPECT_EQ(after(LinkEvent::dtr_up), Link::open);
    EXPECT_EQ(after(LinkEvent::dtr_down), Link::closed);
    EXPECT_EQ(after(LinkEvent::said), awake() == Link::open ? Link::open : Link::heard);
}

TEST_P(Everywhere, SleepTakesNobodyAwayAndWakingBringsBackWhatWas) {
    const auto asleep = after(LinkEvent::suspend);
    EXPECT_EQ(is_asleep(asleep), is_configured(link()));
    EXPECT_EQ(has_session(asleep), has_session(link()));
    EXPECT_EQ(next(asleep, LinkEvent::wake), awake());
    EXPECT_EQ(next(asleep, LinkEvent::suspend), asleep);
    EXPECT_FALSE(is_asleep(awake()));
    EXPECT_EQ(next(awake(), LinkEvent::wake), awake());
    EXPECT_EQ(has_session(awake()), has_session(link()));
}

TEST_P(Everywhere, ASessionBeginsWithDtrOrDataOnly) {
    for (std::size_t event = 0; event < link_events; ++event) {
        const auto e = static_cast<LinkEvent>(event);
        if (!has_session(link()) && has_session(after(e))) {
            EXPECT_TRUE(e == LinkEvent::dtr_up || e == LinkEvent::said) << event;
        }
    }
}

TEST_P(Everywhere, ASessionEndsWithDtrTheConfigurationTheBusOrTheCableOnly) {
    for (std::size_t event = 0; event < link_events; ++event) {
        const auto e = static_cast<LinkEvent>(event);
        const bool ends = e == LinkEvent::detach || e == LinkEvent::bus_reset || e == LinkEvent::configure
                          || e == LinkEvent::unconfigure || e == LinkEvent::dtr_down;
        EXPECT_EQ(has_session(link()) && !has_session(after(e)), has_session(link()) && ends) << event;
    }
}

INSTANTIATE_TEST_SUITE_P(UsbLink, Everywhere, testing::Range(0, static_cast<int>(links)));

TEST(UsbLink, SessionsAreOpenAndHeardAwakeOrNot) {
    for (const auto link : {Link::open, Link::heard, Link::open_asleep, Link::heard_asleep}) {
        EXPECT_TRUE(has_session(link));
    }
    for (const auto link : {Link::detached, Link::attached, Link::closed, Link::closed_asleep}) {
        EXPECT_FALSE(has_session(link));
    }
}

}  // namespace
