#include <gtest/gtest.h>

#include <cstring>
#include <kolibri/io/npy.hpp>
#include <sstream>

#include "temporary_folder.hpp"

namespace {

using namespace kolibri::io;
using kolibri::test::error_text;
using kolibri::test::file_text;
using kolibri::test::TemporaryFolder;

/// A .npy file of version 1.0 (or another one) in memory.
std::string npy(const std::string& header, const std::string& data, char major = 1) {
  const auto length = header.size();
  std::string text("\x93NUMPY", 6);
  text += {major, '\0', static_cast<char>(length & 0xff), static_cast<char>(length >> 8)};
  if (major > 1) text += std::string(2, '\0');
  return text + header + data;
}

std::string header(const std::string& descr, const std::string& shape, const std::string& fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::vector<T> values_of(const Array& array) {
  std::vector<T> values(array.bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
  return values;
}

Array read(const std::string& text) {
  std::istringstream in(text);
  return read_npy(in, "a.npy");
}

std::string refusal(const std::string& text) {
  return error_text([&] { read(text); });
}

template <class T>
class NpyTyped : public testing::Test {};
using Types = testing::Types<float, double, std::complex<float>, std::complex<double>, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(NpyTyped, Types);

TYPED_TEST(NpyTyped, WhatIsWrittenIsRead) {
  const TemporaryFolder folder;
  const std::vector<TypeParam> values{1, 2, 3, 4, 5, 6};
  write_npy(folder / "a.npy", dtype_of<TypeParam>, {3, 2}, values.data());
  const Array array = read_array(folder / "a.npy");
  EXPECT_EQ(array.dtype, dtype_of<TypeParam>);
  EXPECT_EQ(array.shape, (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(values_of<TypeParam>(array), values);
}

TEST(Npy, WritesWhatNumpyWrites) {
  // numpy.save of numpy.array([[1.0, 2.0]]): a header of 118 bytes, so that the data start at byte 128.
  const TemporaryFolder folder;
  const std::vector<double> values{1, 2};
  write_npy(folder / "a.npy", Dtype::float64, {1, 2}, values.data());
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
  header.append(117 - header.size(), ' ').append("\n");
  EXPECT_EQ(file_text(folder / "a.npy"), npy(header, bytes_of(values)));
}

TEST(Npy, ShapesOfZeroOneAndNoAxes) {
  const TemporaryFolder folder;
  for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{}, {3}, {0}, {0, 4, 4}, {2, 0}}) {
    NpyHeader expected{Dtype::int32, false, shape, 0};
    const std::vector<std::int32_t> values(expected.members() * expected.member_size(), 7);
    write_npy(folder / "a.npy", Dtype::int32, shape, values.data());
    const Array array = read_npy(folder / "a.npy");
    EXPECT_EQ(array.shape, shape);
    EXPECT_EQ(values_of<std::int32_t>(array), values);
  }
}

TEST(Npy, AllVersionsAndAnyKeyOrder) {
  const std::string data = bytes_of(std::vector<double>{1, 2});
  for (char major : {1, 2, 3}) EXPECT_EQ(read(npy(header("<f8", "(2,)"), data, major)).bytes.size(), 16u);
  const std::string shuffled = "{\"shape\": (2,), 'fortran_order':False,'descr': '<f8'}";
  EXPECT_EQ(values_of<double>(read(npy(shuffled, data))), (std::vector<double>{1, 2}));
}

TEST(Npy, FortranOrderIsTurnedIntoCOrder) {
  // a[i, j, k] = 100 i + 10 j + k with shape (2, 3, 2), first axis fastest in the file.
  std::vector<float> fortran;
  std::vector<float> c;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) fortran.push_back(static_cast<float>(100 * i + 10 * j + k));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k) c.push_back(static_cast<float>(100 * i + 10 * j + k));
  EXPECT_EQ(values_of<float>(read(npy(header("<f4", "(2, 3, 2)", "True"), bytes_of(fortran)))), c);
}

TEST(Npy, RangesOfMembersInBothOrders) {
  const TemporaryFolder folder;
  std::vector<double> values(5 * 2 * 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  std::vector<double> turned;
  for (int k = 0; k < 3; ++k)
    for (int j = 0; j < 2; ++j)
      for (int i = 0; i < 5; ++i) turned.push_back(values[(i * 2 + j) * 3 + k]);
  std::ofstream(folder / "c.npy") << npy(header("<f8", "(5, 2, 3)"), bytes_of(values));
  std::ofstream(folder / "f.npy") << npy(header("<f8", "(5, 2, 3)", "True"), bytes_of(turned));
  for (const char* name : {"c.npy", "f.npy"}) {
    NpyFile file(folder / name);
    for (std::int64_t first = 0; first < 5; ++first)
      for (std::int64_t count = 0; count <= 5 - first; ++count) {
        std::vector<double> part(count * 6);
        file.read(first, count, part.data());
        EXPECT_EQ(part, std::vector<double>(values.begin() + first * 6, values.begin() + (first + count) * 6)) << name;
      }
    EXPECT_NE(error_text([&] { file.read(3, 3, nullptr); }), "nothing thrown");
  }
}

TEST(Npy, TruncatedOrTooLongData) {
  const std::string good = npy(header("<f8", "(8, 8, 8)"), std::string(4096, '\0'));
  EXPECT_EQ(refusal(good.substr(0, good.size() - 96)),
            "cannot read 'a.npy': header says 8 x 8 x 8 float64 (4096 bytes), the file holds 4000");
  EXPECT_EQ(refusal(good + "x"),
            "cannot read 'a.npy': header says 8 x 8 x 8 float64 (4096 bytes), the file holds 4097");
}

TEST(Npy, EveryPrefixOfAFileIsRefused) {
  const std::string good = npy(header("<f8", "(2, 2)"), std::string(32, '\0'));
  for (std::size_t size = 0; size < good.size(); ++size)
    EXPECT_EQ(refusal(good.substr(0, size)).rfind("cannot read 'a.npy': ", 0), 0u) << size;
  EXPECT_EQ(refusal(good), "nothing thrown");
}

TEST(Npy, ForeignDtypesAreNamed) {
  const std::string data(16, '\0');
  EXPECT_EQ(refusal(npy(header(">f8", "(2,)"), data)),
            "cannot read 'a.npy': its byte order, dtype '>f8', is not this machine's; save "
            "a.astype(a.dtype.newbyteorder('=')) instead");
  const std::string known = ", known are float32, float64, complex64, complex128, int32, int64";
  for (const char* descr : {"|O", "<U4", "|S16", "|b1", "<f2", "<f16", ""})
    EXPECT_EQ(refusal(npy(header(descr, "(2,)"), data)),
              "cannot read 'a.npy': its dtype is '" + std::string(descr) + "'" + known);
  EXPECT_EQ(refusal(npy("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2,)}", data)),
            "cannot read 'a.npy': it holds a structured dtype, save one field of it");
}

TEST(Npy, MalformedHeaders) {
  const std::string begin = "cannot read 'a.npy': malformed .npy header, character ";
  const std::string good = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}";
  EXPECT_EQ(refusal(npy("{'descr': '<f8', 'shape': (2,)}", "")), begin + "31: 'fortran_order' is missing");
  EXPECT_EQ(refusal(npy("{'descr': '<f8', 'descr': '<f8'}", "")), begin + "24: 'descr' stands there twice");
  EXPECT_EQ(refusal(npy("{'depth': 2}", "")), begin + "8: unknown key 'depth'");
  EXPECT_EQ(refusal(npy("{'shape': (2, -2)}", "")), begin + "14: 'shape' is not a tuple of extents below 2^63");
  EXPECT_EQ(refusal(npy("{'shape': (2 2)}", "")), begin + "13: ')' is missing");
  EXPECT_EQ(refusal(npy("{'fortran_order': 1}", "")), begin + "18: 'fortran_order' is neither True nor False");
  EXPECT_EQ(refusal(npy(good + "x", "")), begin + "55: text after the closing brace");
  EXPECT_EQ(refusal(npy("{'desc", "")), begin + "1: a quoted text does not end");
}

TEST(Npy, ShapesThatOverflow) {
  for (const char* shape : {"(4294967296, 4294967296)", "(0, 9223372036854775807, 9223372036854775807)"})
    EXPECT_EQ(refusal(npy(header("<f8", shape), "")).rfind("cannot read 'a.npy': its shape overflows 64 bits", 0), 0u);
  EXPECT_NE(refusal(npy(header("<f8", "(18446744073709551616,)"), "")), "nothing thrown");
  // As large as an address space but not as the file: refused before anything is allocated for it.
  EXPECT_EQ(
      refusal(npy(header("<f8", "(1152921504606846975,)"), "")),
      "cannot read 'a.npy': header says 1152921504606846975 float64 (9223372036854775800 bytes), the file holds 0");
}

TEST(Npy, OtherFilesAreRefused) {
  const TemporaryFolder folder;
  EXPECT_EQ(refusal("PK\x03\x04 an archive"), "cannot read 'a.npy': it is not a .npy file");
  EXPECT_EQ(refusal(npy(header("<f8", "(0,)"), "", 4)),
            "cannot read 'a.npy': .npy version 4.0 is unknown, known are 1.0, 2.0 and 3.0");
  EXPECT_EQ(error_text([&] { read_array(folder / "none.npy"); }),
            "cannot read '" + (folder / "none.npy").string() + "': No such file or directory");
  EXPECT_EQ(error_text([&] { read_npy(folder.path()); }),
            "cannot read '" + folder.path().string() + "': it is a folder, name a file");
  EXPECT_EQ(error_text([] { read_array("a.csv"); }), "cannot read 'a.csv': only .npy and .mtx files are known");
}

TEST(NpyWriter, ChunksGiveTheSameFileAsOneCall) {
  const TemporaryFolder folder;
  const std::vector<float> values{1, 2, 3, 4, 5, 6};
  write_npy(folder / "whole.npy", Dtype::float32, {3, 2}, values.data());
  NpyWriter parts(folder / "parts.npy", Dtype::float32, {3, 2});
  parts.append(values.data(), 2);
  EXPECT_NE(error_text([&] { parts.append(values.data(), 2); }), "nothing thrown");
  parts.append(values.data() + 4, 1);
  parts.close();
  EXPECT_EQ(file_text(folder / "parts.npy"), file_text(folder / "whole.npy"));
}

TEST(NpyWriter, MissingMembersAndFullDisksAreErrors) {
  const TemporaryFolder folder;
  NpyWriter file(folder / "a.npy", Dtype::float32, {3});
  EXPECT_EQ(error_text([&] { file.close(); }),
            "cannot write '" + (folder / "a.npy").string() + "': 3 members are missing");
  const std::vector<double> values(100000);
  EXPECT_EQ(error_text([&] { write_npy("/dev/full", Dtype::float64, {100000}, values.data()); }),
            "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(error_text([&] { write_npy("/dev/full", Dtype::float64, {1}, values.data()); }),
            "cannot write '/dev/full': No space left on device");
}

}  // namespace
