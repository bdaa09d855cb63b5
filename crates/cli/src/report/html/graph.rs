//! The section with the picture of connections, which the script draws.

use crate::report::Report;

/// Says what is left out before anything is drawn.
pub(super) fn write_graph(out: &mut String, report: &Report) {
    if report.workers.is_empty() && report.tools.is_empty() {
        return;
    }
    let said = match &report.graph.flows {
        None => {
            "Which output can be which argument is shown where <code>toolc.yaml</code> lists the enrichment <code>dataflow</code>."
                .to_owned()
        }
        Some(flows) if flows.left_out == 0 => format!(
            "{} outputs, or parts of them, can be arguments.",
            flows.shown.len()
        ),
        Some(flows) => format!(
            "{} outputs, or parts of them, can be arguments; {} more are left out here, the lowest for each argument: \
             <code>toolc enrich</code> writes all.",
            flows.shown.len(),
            flows.left_out
        ),
    };
    out.push_str(&format!(
        "<section id=\"connections\" aria-labelledby=\"graph\">\n<h2 id=\"graph\">Connections</h2>\n\
         <p class=\"quiet\">{said} Around a node, at most 20 are drawn on each side.</p>\n\
         <form role=\"search\" class=\"filters graph\" autocomplete=\"off\" aria-label=\"Connections\">\n\
         <label class=\"wide\">Show a worker or tool<input type=\"search\" name=\"node\" placeholder=\"Name\" \
         spellcheck=\"false\"></label>\n<div class=\"found\" aria-live=\"polite\"></div>\n</form>\n\
         <noscript><p class=\"remark\">Without scripts, nothing is drawn.</p></noscript>\n\
         <div class=\"scroll picture\" tabindex=\"0\" role=\"region\" aria-labelledby=\"graph\"></div>\n\
         <ul class=\"findings edges\"></ul>\n</section>\n"
    ));
}
