import { defineConfig } from 'vitepress'

/** The help pages, built into the product and served at /help; a page's place in the list is its place in the menu. */
export default defineConfig({
  lang: 'en-GB',
  title: 'Caseloom help',
  description: 'How to work with Caseloom, and how to run it',
  base: '/help/',
  outDir: '../../web/dist/help',
  cacheDir: '../../node_modules/.cache/vitepress',
  cleanUrls: true,
  // Data of all pages in one file instead of an inline script in each: the page policy allows few of those.
  metaChunk: true,
  lastUpdated: false,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    docFooter: { prev: 'Before', next: 'Next' },
    sidebar: [{ text: 'Start', items: [{ text: 'Welcome', link: '/' }] }],
  },
})
