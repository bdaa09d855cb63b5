//! The structs of the deepest tool.

use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct G {
    path: String,
    sheet: String,
    layout: Layout,
}

#[derive(Deserialize)]
struct Layout {
    column_widths_chars: Option<BTreeMap<String, f64>>,
    row_heights_pt: Option<BTreeMap<String, f64>>,
    autofit_columns: Option<Vec<String>>,
    freeze_panes: Option<String>,
    auto_filter: Option<AutoFilter>,
    tab_color: Option<String>,
    rows: Option<Vec<LineAction>>,
    columns: Option<Vec<LineAction>>,
    visibility: Option<Visibility>,
    print_setup: Option<PrintSetup>,
    protection: Option<Protection>,
    position: Option<i64>,
    view: Option<ViewOptions>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Visibility {
    Visible,
    Hidden,
}

#[derive(Deserialize)]
struct AutoFilter {
    range: String,
    filters: Option<Vec<FilterColumn>>,
    remove: Option<bool>,
}

#[derive(Deserialize)]
struct FilterColumn {
    column: String,
    r#type: FilterType,
    values: Option<Vec<String>>,
    conditions: Option<Vec<Condition>>,
    combine: Option<Combine>,
    count: Option<i64>,
    percent: Option<bool>,
    color: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum FilterType {
    Values,
    Compare,
    Top,
    Bottom,
    AboveAverage,
    BelowAverage,
    Color,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Combine {
    And,
    Or,
}

#[derive(Deserialize)]
struct Condition {
    operator: Operator,
    value: TextOrNumber,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Operator {
    Equals,
    NotEquals,
    GreaterThan,
    GreaterOrEqual,
    LessThan,
    LessOrEqual,
    BeginsWith,
    NotBeginsWith,
    EndsWith,
    NotEndsWith,
    Contains,
    NotContains,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrNumber {
    Text(String),
    Number(f64),
}

#[derive(Deserialize)]
struct LineAction {
    span: String,
    action: Action,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Hide,
    Show,
    Group,
    Ungroup,
}

#[derive(Deserialize)]
struct PrintSetup {
    orientation: Option<Orientation>,
    paper_size: Option<Paper>,
    scale: Option<i64>,
    fit_to_pages: Option<FitToPages>,
    margins_cm: Option<Margins>,
    print_area: Option<String>,
    title_rows: Option<String>,
    title_columns: Option<String>,
    center_horizontally: Option<bool>,
    center_vertically: Option<bool>,
    gridlines: Option<bool>,
    header: Option<HeaderFooter>,
    footer: Option<HeaderFooter>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Orientation {
    Portrait,
    Landscape,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Paper {
    Letter,
    Legal,
    Tabloid,
    A3,
    A4,
    A5,
}

#[derive(Deserialize)]
struct FitToPages {
    wide: Option<i64>,
    tall: Option<i64>,
}

#[derive(Deserialize)]
struct Margins {
    left: Option<f64>,
    right: Option<f64>,
    top: Option<f64>,
    bottom: Option<f64>,
    header: Option<f64>,
    footer: Option<f64>,
}

#[derive(Deserialize)]
struct HeaderFooter {
    left: Option<String>,
    center: Option<String>,
    right: Option<String>,
}

#[derive(Deserialize)]
struct Protection {
    enabled: bool,
    password: Option<String>,
    allow: Option<Vec<Allow>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Allow {
    SelectLockedCells,
    SelectUnlockedCells,
    FormatCells,
    FormatColumns,
    FormatRows,
    InsertColumns,
    InsertRows,
    InsertHyperlinks,
    DeleteColumns,
    DeleteRows,
    Sort,
    AutoFilter,
    PivotTables,
}

#[derive(Deserialize)]
struct ViewOptions {
    zoom: Option<i64>,
    gridlines: Option<bool>,
    headings: Option<bool>,
    show_formulas: Option<bool>,
    right_to_left: Option<bool>,
    active: Option<bool>,
    selected_cell: Option<String>,
}
