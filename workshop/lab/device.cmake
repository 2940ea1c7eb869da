# The laboratory's image for the board with two cores.
stackmate_image(lab_two_cores workshop/lab/parallel/two_cores_image.cpp)
set_source_files_properties(${PROJECT_SOURCE_DIR}/workshop/lab/parallel/two_cores_image.cpp PROPERTIES
    OBJECT_DEPENDS ${two_cores_positions}
    COMPILE_DEFINITIONS STACKMATE_POSITIONS="${two_cores_positions}")
