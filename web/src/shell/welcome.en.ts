/** English texts of the welcome page. */
export const welcomeEn = {
  welcome: {
    title: 'Welcome',
    hello: 'Welcome, {{name}}',
    text: 'Choose where to start in {{tenant}}.',
    apps: 'Apps',
    build: 'Build',
    orchestrationText: 'Playbooks that take alerts in, enrich them and act, with every run to look into',
    none: 'Nothing here yet',
    noneText: 'There is no app in this tenant that you may see. Ask an administrator for access.',
  },
} as const
