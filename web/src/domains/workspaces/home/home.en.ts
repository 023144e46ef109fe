import { homePagesEn } from './home-pages.en.ts'

/** Texts of the home page. */
export const homeEn = {
  title: 'Home',
  failed: 'Couldn’t load your home page',
  choose: 'Home page dashboard',
  noDashboard: 'No dashboard',
  first: 'Showing the first {{shown}} of {{total}}.',
  queue: {
    title: 'My queue',
    failed: 'Couldn’t load your queue',
    empty: 'No open records are assigned to you. Take one from Unassigned.',
  },
  unassigned: {
    title: 'Unassigned',
    failed: 'Couldn’t load unassigned records',
    empty: 'Every open record has an assignee. New records appear here.',
  },
  clocks: {
    title: 'SLA at risk',
    failed: 'Couldn’t load SLA clocks',
    empty: 'No SLA clock is close to its target or overdue.',
  },
  waiting: {
    title: 'Waiting for your response',
    failed: 'Couldn’t load requests waiting for you',
    empty: 'Nothing waits for you. Requests from playbooks appear here.',
    all: 'View all in inbox',
    until: 'until',
  },
  tasks: {
    title: 'My tasks',
    failed: 'Couldn’t load your tasks',
    empty: 'You have no open tasks. Tasks that are assigned to you on a record appear here.',
    overdue: 'overdue',
    more: 'Showing the first {{count}}.',
  },
  runs: {
    title: 'Failed playbooks',
    failed: 'Couldn’t load failed runs',
    empty: 'No run that started in the last 24 hours has failed.',
    since: 'last 24 hours',
    all: 'View all failed runs',
    run: 'Run {{number}}',
  },
  favorites: {
    title: 'Favorites',
    empty: 'Star apps, workspaces, dashboards, and playbooks to add them here.',
    kinds: { app: 'App', workspace: 'Workspace', dashboard: 'Dashboard', playbook: 'Playbook' },
  },
  kinds: {
    queue: 'My queue',
    unassigned: 'Unassigned',
    clocks: 'SLA at risk',
    waiting: 'Waiting for your response',
    tasks: 'My tasks',
    runs: 'Failed playbooks',
    favorites: 'Favorites',
    dashboard: 'Dashboard',
    text: 'Text',
    links: 'Links',
  },
  dashboard: {
    gone: 'This dashboard or widget isn’t available to you.',
    failed: 'Couldn’t load the dashboard',
  },
  pages: homePagesEn,
  take: {
    button: 'Take',
    label: 'Take {{record}}',
    done: '{{record}} is assigned to you',
    late: '{{record}} has changed',
    lateText: 'Someone else may have taken it.',
    failed: 'Couldn’t assign {{record}} to you',
  },
}
