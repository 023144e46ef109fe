export const welcomeEn = {
  welcome: {
    title: 'Welcome',
    hello: 'Welcome, {{name}}',
    text: 'Choose where to start in {{tenant}}.',
    apps: 'Apps',
    build: 'Build',
    orchestrationText: 'Playbooks that ingest and enrich alerts, take action, and record every run',
    none: 'No apps yet',
    noneText: 'You don’t have access to any apps in this tenant. Ask an administrator for access.',
  },
} as const
