import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Search","description":"","frontmatter":{},"headers":[],"relativePath":"use/search.md","filePath":"use/search.md"}');
const _sfc_main = { name: "use/search.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="search" tabindex="-1">Search <a class="header-anchor" href="#search" aria-label="Permalink to &quot;Search&quot;">​</a></h1><p><strong>Search</strong> in the navigation searches the records of all apps that you can read. Enter words that appear in a record. Case and accents don&#39;t matter, and the last word can be incomplete. If you enter <code>ALR-12</code>, that record comes first; the number <code>12</code> alone finds record 12 of each app. Addresses, hashes, and CVE IDs match as a whole, also if you enter them defanged (<code>evil[.]com</code>).</p><p>If you enter the whole value of an observable, its <a href="./cases#work-with-many-observables">page</a> comes first, with its verdict.</p><p>Results show the exact tracking ID first, then records with the words in their title, then the newest records. Each result shows where the words appear. On the left you see how many records of each app match (up to 1,000). Select an app to see only its records, and select <em>Show as list</em> to continue with filters and columns there.</p><p>Press the down arrow to move from the search box to the results, <code>J</code> and <code>K</code> to move between them, and <code>Enter</code> to open one.</p><p>Press <code>Ctrl K</code> (<code>⌘ K</code>) to search from any page.</p><p>You find only what you can read: restricted records and hidden fields appear neither in results nor in counts.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("use/search.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const search = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  search as default
};
