import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Audit log","description":"","frontmatter":{},"headers":[],"relativePath":"administer/audit.md","filePath":"administer/audit.md"}');
const _sfc_main = { name: "administer/audit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="audit-log" tabindex="-1">Audit log <a class="header-anchor" href="#audit-log" aria-label="Permalink to &quot;Audit log&quot;">​</a></h1><p>The audit log shows who did what to which object, when, and from where: sign-ins and changes to users, roles, sign-in, tenants, apps, playbooks, dashboards, and the license. Entries contain names, IDs, and digests, never the values themselves.</p><p>Filter the log by time, person, action, or words. Select <strong>Export CSV</strong> to download the filtered entries.</p><p>Each day is <strong>sealed</strong> shortly after it ends, with a digest over all its entries (a Merkle root) that includes the seal of the previous day. <strong>Check seals</strong> recalculates all seals and lists each day whose entries were changed, added, or removed since. Entries are retained for two years, and seals permanently.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("administer/audit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const audit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  audit as default
};
