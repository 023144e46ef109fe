import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Users, groups, and roles","description":"","frontmatter":{},"headers":[],"relativePath":"administer/users.md","filePath":"administer/users.md"}');
const _sfc_main = { name: "administer/users.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="users-groups-and-roles" tabindex="-1">Users, groups, and roles <a class="header-anchor" href="#users-groups-and-roles" aria-label="Permalink to &quot;Users, groups, and roles&quot;">​</a></h1><p>If you have the AccountAdmin permission, open <strong>Account administration</strong> in the menu at your initials. Account administrators can&#39;t read records without a role in the tenant.</p><h2 id="manage-users" tabindex="-1">Manage users <a class="header-anchor" href="#manage-users" aria-label="Permalink to &quot;Manage users&quot;">​</a></h2><p><strong>Invite users</strong> asks for email addresses, roles per tenant, and groups. Each person gets a link that works once, for seven days. People who already use Caseloom keep their password. Without a mail server, you can read the emails under <strong>Email</strong>.</p><p>If you invite someone who already uses Caseloom in another account, you see the name you typed until they accept.</p><p><strong>Disable</strong> ends a user&#39;s sessions and closes their screens immediately. You can&#39;t disable or remove the last active administrator. You can use <strong>Reset second factor</strong> only for people who belong to this account alone.</p><p><strong>Send password reset</strong> emails a one-time link for a new password. Without a mail server, nothing is sent: you see the link and pass it on, unless the person belongs to other accounts too. In that case, a super administrator finds it under <strong>Email</strong>.</p><p><strong>Service accounts</strong> sign in with tokens only. Give them the smallest roles that they need.</p><h2 id="manage-groups-and-roles" tabindex="-1">Manage groups and roles <a class="header-anchor" href="#manage-groups-and-roles" aria-label="Permalink to &quot;Manage groups and roles&quot;">​</a></h2><p>A role is a set of permissions, written <code>resource:action</code>. Built-in roles are Tenant administrator, Lead, Analyst, Viewer, and Auditor. To create your own, select permissions in the matrix or duplicate a role. Assign roles to users and groups, in one tenant or in all tenants of the account. Changes take effect with the next request, also on open screens.</p><h2 id="manage-api-tokens" tabindex="-1">Manage API tokens <a class="header-anchor" href="#manage-api-tokens" aria-label="Permalink to &quot;Manage API tokens&quot;">​</a></h2><p>The list shows all tokens of the account with their owner, scopes, expiration, and last use. When you revoke a token, it stops working immediately.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("administer/users.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const users = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  users as default
};
