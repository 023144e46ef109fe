export const flagsEn = {
  flags: {
    title: 'Feature flags',
    failed: 'Couldn’t load feature flags',
    on: 'on',
    off: 'off',
    everywhere: 'Installation default',
    inAccount: 'For {{account}}',
    installation: '{{flag}}: Installation default',
    overrides: 'Account overrides',
    addFor: '{{flag}}: Add account override',
    choose: 'Add account override',
    override: '{{flag}}: For {{account}}',
    remove: 'Use the installation default for {{account}} in {{flag}}',
    saved: '{{flag}} is {{state}}',
    savedFor: '{{flag}} is {{state}} for {{account}}',
    follows: '{{account}} uses the installation default for {{flag}}',
    names: {
      HomePage: 'Home page',
      ClassicContent: 'Orchestration',
      SolutionBuilder: 'Canvas',
      MultiTenant: 'Multiple tenants',
      AiComponentExecution: 'Hero AI runs components',
      OnPremInstall: 'Installer',
      HeroAi: 'Hero AI',
    },
    texts: {
      HomePage:
        'Adds a Home page to the sidebar with your tasks, your favorites, and a dashboard. The welcome page stays available.',
      ClassicContent: 'Shows playbooks and their runs under Orchestration.',
      SolutionBuilder:
        'Adds Canvas to the sidebar: a map of apps, playbooks, assets, and dashboards with their connections, runs, and missing pieces.',
      MultiTenant: 'Allows multiple tenants per account. Users choose one after they sign in.',
      AiComponentExecution: 'Lets users run components that Hero AI proposes in a conversation.',
      OnPremInstall: 'Opens the installer on the first visit until setup is complete.',
      HeroAi: 'Shows the assistant on the right side of every page.',
    },
  },
} as const
