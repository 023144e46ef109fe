import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Installing","description":"","frontmatter":{},"headers":[],"relativePath":"operate/installing.md","filePath":"operate/installing.md"}');
const _sfc_main = { name: "operate/installing.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="installing" tabindex="-1">Installing <a class="header-anchor" href="#installing" aria-label="Permalink to &quot;Installing&quot;">​</a></h1><p>You need Linux (glibc) or macOS, npm, and Node 20.19 or newer.</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">npm</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> start</span><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;">              # installs, builds, starts everything, prints one address</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">npm</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> start</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> --</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> --demo</span><span style="--shiki-light:#6A737D;--shiki-dark:#6A737D;">    # with demo data and a printed log-in</span></span></code></pre></div><p>PostgreSQL, the durable engine, and the runtime come from the npm registry. Nothing is compiled, and nothing else is downloaded, then or later. Open the install address that the terminal prints. It contains a one-time code that the installer requires. The first screen asks for the account, the tenant, and the first person, who becomes super administrator, account administrator, and Tenant administrator.</p><p>Settings are environment variables; the README lists all of them. The data folder contains the database, the engine, and the files. The <strong>master key</strong> (<code>CASELOOM_MASTER_KEY_FILE</code>, its location is printed at the first start) opens all stored secrets: store a copy of it elsewhere.</p><p><code>/api/health</code> reports that a process is alive, and <code>/api/ready</code> names the part that doesn&#39;t work.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("operate/installing.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const installing = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  installing as default
};
