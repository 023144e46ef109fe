/** English texts of the feature flags. */
export const flagsEn = {
  flags: {
    title: 'Feature flags',
    failed: 'The feature flags could not be loaded',
    on: 'on',
    off: 'off',
    everywhere: 'For the installation',
    inAccount: 'For {{account}}',
    installation: '{{flag}}: For the installation',
    overrides: 'Accounts that differ',
    addFor: '{{flag}}: Let an account differ',
    choose: 'Let an account differ',
    override: '{{flag}}: For {{account}}',
    remove: 'Let {{account}} follow the installation in {{flag}}',
    saved: '{{flag}} is {{state}}',
    savedFor: '{{flag}} is {{state}} for {{account}}',
    follows: '{{account}} follows the installation in {{flag}}',
    names: {
      HomePage: 'Home page',
      ClassicContent: 'Orchestration',
      MultiTenant: 'Several tenants',
      AiComponentExecution: 'Hero AI runs components',
      OnPremInstall: 'Installer',
      HeroAi: 'Hero AI',
    },
    texts: {
      HomePage:
        'A page Home in the sidebar with your tasks, your favorites, and a dashboard. The welcome page remains.',
      ClassicContent: 'Playbooks and their runs under Orchestration.',
      MultiTenant: 'An account can have several tenants. People choose one after they sign in.',
      AiComponentExecution: 'Components that Hero AI proposes can be run from the conversation.',
      OnPremInstall: 'The first visit leads to the installer while nothing is set up.',
      HeroAi: 'The assistant at the right of every page.',
    },
  },
} as const
