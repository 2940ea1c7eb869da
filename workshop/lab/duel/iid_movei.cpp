#include "core/search/enhancements/history.hpp"
#include "core/search/pickers.hpp"
#include "workshop/lab/duel/iid_lab.hpp"
#include "workshop/lab/enhancements/half_table.hpp"

namespace stackmate::duel {

template <class Table>
using WithoutKillers = With<Ordered<ArenaPicker<4096>, History>, Transpositions<true>, Table>;

static const Known move_alone(IidLab<WithoutKillers<TableMoveAlone>>("move-alone").all);
static const Known score_alone(IidLab<WithoutKillers<TableScoreAlone>>("score-alone").all);

}  // namespace stackmate::duel
