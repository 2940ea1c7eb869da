#include "bridge/program.hpp"

#include <cstdio>

#include "bridge/os.hpp"
#include "bridge/ports.hpp"
#include "bridge/proxy.hpp"

namespace stackmate::bridge {

int run(const Arguments& arguments) {
    switch (arguments.task) {
    case Arguments::Task::help: std::fputs(usage, stdout); return 0;
    case Arguments::Task::version: std::puts("Stackmate " STACKMATE_VERSION); return 0;
    case Arguments::Task::wrong:
        std::fprintf(stderr, "stackmate: %s\n\n%s", arguments.complaint.c_str(), usage);
        return 2;
    case Arguments::Task::list: std::fputs(list_text(Os{}.ports()).c_str(), stdout); return 0;
    case Arguments::Task::bridge: return Proxy<Os>{arguments}.run();
    case Arguments::Task::engine: break;
    }
    return 2;
}

}  // namespace stackmate::bridge
