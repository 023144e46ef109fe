import { defineConfig } from 'vitepress'

const page = (text: string, link: string) => ({ text, link })

/** The help pages, built into the product and served at /help; a page's place in the list is its place in the menu. */
export default defineConfig({
  lang: 'en-US',
  title: 'Caseloom help',
  description: 'How to work with Caseloom, and how to run it',
  base: '/help/',
  outDir: '../../web/dist/help',
  cacheDir: '../../node_modules/.cache/vitepress',
  cleanUrls: true,
  // Data of all pages in one file instead of an inline script in each: the page policy allows few of those.
  metaChunk: true,
  lastUpdated: false,
  ignoreDeadLinks: [/^\.\/(?:caseloom@?\.service|Containerfile)$/],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    docFooter: { prev: 'Previous', next: 'Next' },
    sidebar: [
      { text: 'Start', items: [page('Welcome', '/')] },
      {
        text: 'Work',
        items: [
          page('Records', '/use/records'),
          page('Lists and filters', '/use/lists'),
          page('Search', '/use/search'),
          page('Import and export', '/use/import-and-export'),
          page('Observables, tasks, and clocks', '/use/cases'),
          page('Emails', '/use/email'),
          page('Formulas, system fields, and techniques', '/use/computed-fields'),
          page('Permissions on records', '/use/record-rights'),
          page('Dashboards and workspaces', '/use/dashboards'),
          page('Canvas', '/use/canvas'),
          page('Hero AI', '/use/hero-ai'),
          page('Your profile', '/use/profile'),
          page('Keyboard shortcuts', '/use/keys'),
          page('Build an app', '/use/build-apps'),
          page('Applets', '/use/applets'),
          page('Content packages', '/use/content-packages'),
          page('Content catalogs', '/use/content-catalogs'),
          page('Form logic', '/use/form-logic'),
          page('Coming from Swimlane', '/use/coming-from-swimlane'),
        ],
      },
      {
        text: 'Automate',
        items: [
          page('Playbooks', '/automate/playbooks'),
          page('The playbook builder', '/automate/builder'),
          page('Triggers', '/automate/triggers'),
          page('Webhooks', '/automate/webhooks'),
          page('Expressions', '/automate/expressions'),
          page('Runs', '/automate/runs'),
          page('Approvals and forms', '/automate/approvals'),
          page('Actions', '/automate/actions'),
          page('Assets', '/automate/assets'),
          page('Connectors', '/automate/connectors'),
          page('Write a connector', '/automate/write-a-connector'),
        ],
      },
      {
        text: 'Administer',
        items: [
          page('Users, groups, and roles', '/administer/users'),
          page('Sign-in', '/administer/sign-in'),
          page('Accounts', '/administer/accounts'),
          page('Tenants', '/administer/tenants'),
          page('Hero AI and language models', '/administer/hero-ai-models'),
          page('Outside assistants (MCP)', '/administer/mcp'),
          page('Audit log', '/administer/audit'),
        ],
      },
      {
        text: 'Run it',
        items: [
          page('Installing', '/operate/installing'),
          page('As a service', '/operate/service'),
          page('Backups', '/operate/backup'),
          page('Own PostgreSQL', '/operate/postgres'),
          page('Growing', '/operate/scaling'),
          page('Mail', '/operate/mail'),
          page('Single sign-on', '/operate/single-sign-on'),
          page('Health and metrics', '/operate/metrics'),
          page('Tracing', '/operate/tracing'),
          page('For programs', '/operate/api'),
        ],
      },
    ],
  },
})
