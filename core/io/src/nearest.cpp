#include <algorithm>
#include <kolibri/io/fields.hpp>
#include <numeric>

namespace kolibri::io {
namespace {

// The number of insertions, deletions, replacements and swaps of neighbours that lead from a to b (optimal string
// alignment: three rows of the dynamic programme are enough).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& known) {
  std::optional<std::string> best;
  constexpr std::size_t longest_name = 100;  // what is longer is no typing error, and the search is quadratic
  if (name.size() > longest_name) return best;
  std::size_t limit = std::max<std::size_t>(1, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    if (const std::size_t distance = edit_distance(name, candidate); distance < limit) {
      best = candidate;
      limit = distance;
    }
  }
  return best;
}

}  // namespace kolibri::io
