# Fields, YAML reader, dump, overrides, command line, result.yaml.
set(Kolibri_FIELDS_TESTS fields_test.cpp yaml_reader_test.cpp yaml_dump_test.cpp yaml_overrides_test.cpp
                         yaml_table_test.cpp yaml_sections_test.cpp command_line_test.cpp result_test.cpp)
kolibri_test(io_fields ${Kolibri_FIELDS_TESTS} LIBRARIES Kolibri::io GTest::gtest_main)
kolibri_host_sources(${Kolibri_FIELDS_TESTS})
