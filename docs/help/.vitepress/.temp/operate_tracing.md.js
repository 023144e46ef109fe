import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Tracing","description":"","frontmatter":{},"headers":[],"relativePath":"operate/tracing.md","filePath":"operate/tracing.md"}');
const _sfc_main = { name: "operate/tracing.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="tracing" tabindex="-1">Tracing <a class="header-anchor" href="#tracing" aria-label="Permalink to &quot;Tracing&quot;">​</a></h1><p>Tracing is off until you set a collector. Then browsers, web processes, and workers send spans as OTLP over HTTP in JSON (OpenTelemetry), and one trace follows a click or a webhook through the web process, the engine, and the worker to the outgoing call.</p><table tabindex="0"><thead><tr><th>setting</th><th>default</th><th>meaning</th></tr></thead><tbody><tr><td><code>CASELOOM_TRACES_URL</code></td><td>none: off</td><td>the collector, <code>http://otel:4318</code> or the whole address ending in <code>/v1/traces</code></td></tr><tr><td><code>CASELOOM_TRACES_HEADERS</code></td><td>none</td><td>for the collector alone: <code>name=value,name=value</code>, values may be percent-encoded</td></tr><tr><td><code>CASELOOM_TRACES_CONCURRENCY</code></td><td>30</td><td>exports in progress at the same time</td></tr><tr><td><code>CASELOOM_TRACES_TIMEOUT</code></td><td>10000</td><td>milliseconds for one export with its retries</td></tr><tr><td><code>CASELOOM_TRACES_RATIO</code></td><td>1</td><td>share of new traces that is recorded, 0 to 1; who comes with a decision keeps it</td></tr></tbody></table><p>Browsers never see the collector&#39;s address or headers. They post to <code>/tenant/telemetry/v1/traces</code>, and the web process forwards OTLP JSON of at most 2 MB. Without a session, an address can send 60 exports a minute.</p><p><strong>What is recorded.</strong> Requests with their route template, status, and error code; navigations with route IDs; database transactions; each slice of a run and each effect of a step (with run ID and step path); outgoing calls with method, host, and status; exceptions with their stack. Never recorded: bodies, query values, record values, and addresses of people. Log lines of a traced request carry its <code>traceId</code>.</p><p><strong>What is sent to other systems.</strong> Outgoing calls carry <code>traceparent</code> and <code>tracestate</code>, unless the step sets them itself; a redirect to another host drops them. Baggage from callers is read within its limit and never forwarded.</p><p><strong>When the collector fails.</strong> Only spans are lost. Queues hold 2048 spans per process (batches of 512 every 5 s) and 512 exports of browsers. A temporary failure (429, 502, 503, 504, a lost connection) is retried up to 5 times: 1 s, then ×1.5 up to 5 s, ± 20 %, or as long as <code>Retry-After</code> says, within the timeout. No request waits for it. <code>caseloom_traces_relayed_total</code> counts what browsers sent by <code>outcome</code>: sent, lost, dropped.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("operate/tracing.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const tracing = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  tracing as default
};
