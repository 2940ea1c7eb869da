#include "lab/duel/lab.hpp"
#include "lab/duel/more_versions.hpp"

int main(int argc, char** argv) {
    using namespace stackmate::duel;
    return lab_main(argc, argv,
                    {as_generated_iid(), mvv_lva_iid(), killers_iid(), history_iid(), full_iid(), tiny_iid()});
}
