/** Where a right answer leads: a page, a component, or nowhere because the question is not the product's. */
export type Expected =
  | { to: string }
  | { component: string }
  | { draft: 'playbook' | 'filter' | 'report'; to?: string }
  | 'nowhere'

const help = (page: string, ...questions: string[]): [string, Expected][] =>
  questions.map((question) => [question, { to: `/help/${page}` }])
const data = (to: string, ...questions: string[]): [string, Expected][] =>
  questions.map((question) => [question, { to }])
const component = (key: string, ...questions: string[]): [string, Expected][] =>
  questions.map((question) => [question, { component: key }])
const draft = (
  kind: 'playbook' | 'filter' | 'report',
  to: string,
  ...questions: string[]
): [string, Expected][] => questions.map((question) => [question, { draft: kind, to }])
const nowhere = (...questions: string[]): [string, Expected][] =>
  questions.map((question) => [question, 'nowhere'])

/** Written before the answerer was tuned; `:alert` and `:case` stand for the ids of these apps. */
export const QUESTIONS: readonly [string, Expected][] = [
  ...help('use/search', 'How do I search all apps at once?', 'Can I find a record by a defanged domain?'),
  ...help(
    'use/lists',
    'How do I filter a list?',
    'How can I save a view?',
    'Can I change the columns of a list?',
  ),
  ...help(
    'use/import-and-export',
    'How do I import a CSV file?',
    'Export records to a spreadsheet',
    'How can I edit many records at once?',
  ),
  ...help('use/keys', 'Which keyboard shortcuts are there?'),
  ...help(
    'use/profile',
    'How do I turn on two-step verification?',
    'Where do I change my time zone?',
    'How do I see my sessions and end them?',
  ),
  ...help(
    'use/record-rights',
    'How do I restrict a record to some people?',
    'How do I lock a record?',
    'Why can’t someone see my record?',
  ),
  ...help('use/records', 'How do comments work?', 'How do I attach a file to a record?'),
  ...help('use/cases', 'What are observables?', 'How do the clocks of a case work?', 'How do I add a task?'),
  ...help(
    'use/dashboards',
    'How do I build a dashboard?',
    'What is a workspace?',
    'How do I add a favourite?',
  ),
  ...help('use/computed-fields', 'How do I write a formula?', 'How do I change the type of a field?'),
  ...help('use/build-apps', 'How do I build an app?', 'How do I promote an alert to a case?'),
  ...help(
    'automate/playbooks',
    'What happens when a run fails?',
    'How do I repeat steps for each item?',
    'What guarantees does a playbook have?',
  ),
  ...help('automate/runs', 'How do I cancel a run?', 'How do I re-run a run?'),
  ...help('automate/triggers', 'How do I schedule a playbook?', 'Start a playbook when a mail comes in'),
  ...help('automate/webhooks', 'How do I set up a webhook?', 'How are webhooks signed?'),
  ...help('automate/approvals', 'How do I ask for approval in a playbook?'),
  ...help('automate/connectors', 'How do I import an OpenAPI document?', 'How do I connect an MCP server?'),
  ...help('automate/assets', 'Where are credentials kept?'),
  ...help('automate/write-a-connector', 'How do I write my own connector?'),
  ...help('automate/expressions', 'How do I write an expression?'),
  ...help(
    'administer/users',
    'How do I create a group?',
    'How do I invite a user?',
    'Where do I make API tokens?',
  ),
  ...help('administer/tenants', 'How do I change the logo and branding?', 'Where are feature flags?'),
  ...help('administer/sign-in', 'How do I set up SAML single sign-on?'),
  ...help('administer/audit', 'Where is the audit log?'),
  ...help('operate/backup', 'How do I make a backup?', 'How do I restore a backup?'),
  ...help('operate/scaling', 'How do I run several worker processes?'),
  ...help('operate/api', 'What is the change feed of the interface?'),
  ...data('/search/:alert', 'Show all critical alerts', 'How many alerts are open?', 'Alerts by severity'),
  ...data('/search/:alert', 'Which high alerts came in this week?', 'Count alerts by status'),
  ...data('/search/:case', 'Show my cases', 'How many cases are there?', 'List new cases of the last 7 days'),
  ...data('/record/:alert/', 'Open ALR-1', 'Tell me about ALR-2', 'find impossible travel of Jane Roe'),
  ...data('/orchestration/run', 'Which runs failed today?', 'Why did run 1 fail?'),
  ...component(
    'isolate_host',
    'Isolate the host ws-042',
    'please quarantine machine ws-042',
    'Cut ws-042 off the network',
  ),
  ...component('block_address', 'Block 203.0.113.7', 'Block the address 203.0.113[.]7 at the firewall'),
  ...component(
    'reset_password',
    'Reset the password of jane@example.com',
    'Renew the password for jane@example.com',
  ),
  ...nowhere(
    'What is the weather in Paris?',
    'Write me a poem about the sea',
    'Who won the football world cup in 2014?',
    'What is 17 times 23?',
    'Translate good morning into French',
    'Recommend a good restaurant in Rome',
    'How do I bake sourdough bread?',
    'What is the capital of Australia?',
    'Tell me a joke',
    'Should I buy bitcoin?',
    'What does my horoscope say?',
    'Explain quantum entanglement',
    'Who is the president of France?',
    'How tall is Mount Everest?',
    'Give me a recipe for lasagne',
    'What films are on tonight?',
  ),
]

/**
 * Asked in this order in one conversation, and written before these abilities were tuned: drafts, follow-ups, figures, and
 * why something is the way it is.
 */
export const FURTHER_QUESTIONS: readonly [string, Expected][] = [
  ...draft(
    'playbook',
    '/orchestration/playbook/new?draft=',
    'Draft a playbook that sends a mail when a new alert is created',
    'Make a playbook that makes an HTTP request every hour',
    'Create a playbook that comments on a case when it is updated',
    'Build me a workflow which asks for approval and then sends an email',
    'Draft a playbook with a webhook that creates an alert',
    'Write a playbook to send a mail every day at 8',
  ),
  ...draft(
    'filter',
    '/search/:alert?filter=',
    'Show open alerts with severity high from last week',
    'Filter alerts to critical ones of today',
    'Give me the alerts that are in triage',
  ),
  ...draft('filter', '/search/:case?filter=', 'Draft a filter for cases that are mine'),
  ...draft('report', '/search/:case', 'Report of cases by owner', 'Create a report of my cases'),
  ...draft(
    'report',
    '/search/:alert',
    'Report on alerts by severity this month',
    'Make a report of alerts per status',
  ),
  ...data(
    '/search/:alert',
    'Show high alerts of this week',
    'and last month?',
    'which of these are mine?',
    'How many critical alerts are there?',
    'and today?',
    'by status?',
    'only the high ones',
  ),
  ...data('/search/:case', 'How many cases were created this month?', 'what about last month?'),
  ...data(
    '/search/:alert',
    'How many alerts per day came in this month?',
    'Which severity has the most alerts?',
    'Alerts per week',
    'How many alerts were created yesterday?',
  ),
  ...data(
    '/record/:alert/',
    'Why can I change ALR-1?',
    'May I delete ALR-2?',
    'Why am I allowed to read ALR-1?',
  ),
  ...data(
    '/orchestration/run',
    'Why did run 1 go this way?',
    'Why was a step of run 1 skipped?',
    'What did run 1 do?',
  ),
  ...nowhere('and in Paris?', 'Draft a poem about the sea', 'Write a report about climate change'),
]
