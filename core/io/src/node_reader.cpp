#include "node_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <kolibri/error.hpp>
#include <set>
#include <sstream>

#include "field_value.hpp"

namespace kolibri::io::detail {
namespace {

const char* kind_of(const YAML::Node& node) {
  if (node.IsMap()) return "a section of keys";
  if (node.IsSequence()) return "a list";
  if (node.IsScalar()) return "a value";
  return "nothing";
}

std::vector<std::string> names_of(const Fields& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.name);
  return names;
}

bool is_quoted(const YAML::Node& node) { return node.Tag() == "!"; }

bool has_tag(const YAML::Node& node) { return !node.Tag().empty() && node.Tag() != "?" && node.Tag() != "!"; }

}  // namespace

std::string NodeReader::where(const YAML::Mark& mark) const {
  if (!m_has_lines || mark.is_null()) return m_place;
  return fmt::format("{}:{}:{}", m_place, mark.line + 1, mark.column + 1);
}

void NodeReader::fail(const YAML::Mark& mark, const std::string& problem) const {
  throw Error(fmt::format("{}: error: {}", where(mark), problem));
}

const Field& NodeReader::find(const Fields& fields, const std::string& prefix, const std::string& name,
                              const YAML::Mark& mark) const {
  for (const Field& field : fields) {
    if (field.name == name) return field;
  }
  const std::vector<std::string> names = names_of(fields);
  const auto hint = nearest(name, names);
  fail(mark, fmt::format("unknown key '{}{}'; {}", prefix, name,
                         hint ? fmt::format("did you mean '{}'?", *hint)
                              : fmt::format("known keys here: {}", fmt::join(names, ", "))));
}

void NodeReader::read_section(const YAML::Node& node, const std::string& prefix, const Fields& fields) {
  std::set<std::string> seen;
  for (const auto& entry : node) {
    const YAML::Mark mark = entry.first.Mark();
    if (!entry.first.IsScalar()) fail(mark, fmt::format("a key must be a name; got {}", kind_of(entry.first)));
    const std::string name = entry.first.Scalar(), full_name = prefix + name;
    const Field& field = find(fields, prefix, name, mark);
    if (!seen.insert(name).second) {
      fail(mark, fmt::format("duplicate key '{}'; it stands at {} already", full_name, m_given.at(full_name)));
    }
    m_given[full_name] = where(mark);
    // Nothing has no place of its own.
    read_value(entry.second, entry.second.IsNull() ? mark : entry.second.Mark(), full_name, field);
  }
}

void NodeReader::read_value(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name,
                            const Field& field) {
  if (has_tag(node)) fail(mark, fmt::format("'{}' has the tag '{}'; tags are not supported", full_name, node.Tag()));
  const auto* section = std::get_if<Section>(&field.value);
  if (section ? !node.IsMap() : !node.IsScalar()) {
    const std::string got = node.IsScalar() ? fmt::format("'{}'", node.Scalar()) : kind_of(node);
    fail(mark, fmt::format("'{}' {}", full_name, mismatch(field, got)));
  }
  if (section) return read_section(node, full_name + ".", section->open());
  if (const auto problem = assign(field, node.Scalar(), is_quoted(node))) {
    fail(mark, fmt::format("'{}' {}", full_name, *problem));
  }
}

namespace {

/// Where the documents of a text begin. YAML::LoadAll would tell, but never ends on a text such as ", a", where
/// yaml-cpp finds one empty document after the other; this one stops.
class DocumentStarts : public YAML::EventHandler {
 public:
  std::vector<YAML::Mark> marks;

  void read(std::string_view text, std::size_t most) {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    while (marks.size() < most && parser.HandleNextDocument(*this)) {
    }
  }

  void OnDocumentStart(const YAML::Mark& mark) override { marks.push_back(mark); }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t, const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}
};

}  // namespace

YAML::Node load_document(std::string_view text, const std::string& place) {
  GivenKeys none;
  const NodeReader reader(place, true, none);
  YAML::Node root;
  DocumentStarts documents;
  try {
    root = YAML::Load(std::string(text));
    documents.read(text, 2);
  } catch (const YAML::Exception& error) {
    reader.fail(error.mark, fmt::format("not valid YAML: {}", error.msg));
  }
  if (documents.marks.size() > 1) reader.fail(documents.marks[1], "a second document; a configuration is a single one");
  if (!root.IsMap() && !root.IsNull()) {
    reader.fail(root.Mark(), fmt::format("a configuration must be a section of keys; got {}", kind_of(root)));
  }
  return root;
}

}  // namespace kolibri::io::detail
