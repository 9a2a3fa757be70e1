#include <clocale>
#include <cstdio>
#include <exception>
#include <locale>

// The main of a driver under another name.
int driver_main(int argc, char** argv);

// Proves on its first line that the locale is in force: 1,5 where a comma is the decimal point.
int main(int argc, char** argv) {
  if (std::setlocale(LC_ALL, "") == nullptr) return 4;
  try {
    std::locale::global(std::locale(""));
  } catch (const std::exception&) {
    return 4;
  }
  std::printf("%.1f\n", 1.5);
  std::fflush(stdout);
  return driver_main(argc, argv);
}
