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

std::string got_text(const YAML::Node& node) {
  return node.IsScalar() ? fmt::format("'{}'", node.Scalar()) : kind_of(node);
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
  if (std::holds_alternative<Table*>(field.value)) return read_table(node, mark, full_name, field);
  if (std::holds_alternative<Names*>(field.value)) return read_names(node, mark, full_name, field);
  if (std::holds_alternative<Sections>(field.value)) return read_sections(node, mark, full_name, field);
  const auto* section = std::get_if<Section>(&field.value);
  if (section ? !node.IsMap() : !node.IsScalar()) {
    fail(mark, fmt::format("'{}' {}", full_name, mismatch(field, got_text(node))));
  }
  if (section) return read_section(node, full_name + ".", section->open());
  if (const auto problem = assign(field, node.Scalar(), is_quoted(node))) {
    fail(mark, fmt::format("'{}' {}", full_name, *problem));
  }
}

void NodeReader::read_sections(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name,
                               const Field& field) {
  const auto& sections = std::get<Sections>(field.value);
  if (sections.named ? !node.IsMap() : !node.IsSequence()) {
    fail(mark, fmt::format("'{}' {}", full_name, mismatch(field, got_text(node))));
  }
  sections.clear();
  std::set<std::string> seen;
  for (const auto& entry : node) {
    const YAML::Node item = sections.named ? entry.second : YAML::Node(entry);
    const YAML::Mark place = sections.named ? entry.first.Mark() : item.Mark();
    if (sections.named && !entry.first.IsScalar()) {
      fail(place, fmt::format("a key must be a name; got {}", kind_of(entry.first)));
    }
    sections.append(sections.named ? entry.first.Scalar() : "");
    const std::size_t last = sections.size() - 1;
    const std::string item_name = full_name + '.' + sections.name(last);
    if (!seen.insert(item_name).second) {
      fail(place, fmt::format("duplicate key '{}'; it stands at {} already", item_name, m_given.at(item_name)));
    }
    m_given[item_name] = where(place);
    read_item(item, place, item_name, sections.open(last));
  }
}

void NodeReader::read_item(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name,
                           const Fields& fields) {
  if (has_tag(node)) fail(mark, fmt::format("'{}' has the tag '{}'; tags are not supported", full_name, node.Tag()));
  if (!node.IsMap()) fail(mark, fmt::format("'{}' must be a section of keys; got {}", full_name, got_text(node)));
  read_section(node, full_name + '.', fields);
}

void NodeReader::read_names(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name,
                            const Field& field) {
  Names& names = *std::get<Names*>(field.value);
  if (node.IsScalar()) {
    names = {node.Scalar()};
    return;
  }
  if (!node.IsSequence()) fail(mark, fmt::format("'{}' {}", full_name, mismatch(field, got_text(node))));
  names.clear();
  for (const auto& entry : node) {
    if (!entry.IsScalar()) fail(entry.Mark(), fmt::format("'{}' {}", full_name, mismatch(field, kind_of(entry))));
    names.push_back(entry.Scalar());
  }
}

void NodeReader::read_table(const YAML::Node& node, const YAML::Mark& mark, const std::string& full_name,
                            const Field& field) {
  if (!node.IsSequence()) fail(mark, fmt::format("'{}' {}", full_name, mismatch(field, got_text(node))));
  Table& table = *std::get<Table*>(field.value);
  table.clear();
  for (const auto& row : node) {
    table.push_back(read_row(row, fmt::format("row {} of '{}'", table.size() + 1, full_name)));
    if (table.back().size() == table.front().size()) continue;
    fail(row.Mark(), fmt::format("row {} of '{}' has {} numbers, row 1 has {}", table.size(), full_name,
                                 table.back().size(), table.front().size()));
  }
}

std::vector<double> NodeReader::read_row(const YAML::Node& node, const std::string& what) const {
  if (!node.IsSequence()) fail(node.Mark(), fmt::format("{} must be a list of numbers; got {}", what, got_text(node)));
  std::vector<double> row;
  for (const auto& entry : node) {
    const auto value = entry.IsScalar() && !is_quoted(entry) ? number(entry.Scalar()) : std::nullopt;
    if (!value) {
      fail(entry.Mark(),
           fmt::format("{} must be a list of numbers; got {} in column {}", what, got_text(entry), row.size() + 1));
    }
    row.push_back(*value);
  }
  return row;
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
