# Array files, output folders, progress.
kolibri_test(io_files npy_test.cpp matrix_market_test.cpp output_folder_test.cpp progress_test.cpp LIBRARIES Kolibri::io GTest::gtest_main)
