/** What is mutated, and the pure tests that have to notice. Tests that need a database or minutes are not among them. */
export interface Room {
  name: string
  sources: readonly string[]
  tests: readonly string[]
}

export const ROOMS: readonly Room[] = [
  {
    name: 'rights',
    sources: [
      'contract/src/kernel/{permissions,sharing}.ts',
      'server/src/domains/records/model/app-permissions.rules.ts',
      'server/src/domains/records/permissions/*.rules.ts',
      'server/src/domains/automation/assets/asset-rights.rules.ts',
      'server/src/domains/reporting/report-rights.rules.ts',
    ],
    tests: [
      'contract/src/kernel/permissions.test.ts',
      'server/src/domains/records/{model,permissions}/*.rules.test.ts',
      'server/src/domains/automation/assets/*.rules.test.ts',
      'server/src/domains/reporting/*.rules.test.ts',
    ],
  },
  {
    name: 'filters',
    sources: [
      'contract/src/values/relative-time.ts',
      'contract/src/filters/*.ts',
      'contract/src/filters/field-types/*.ts',
      'server/src/domains/records/filters/*.rules.ts',
    ],
    tests: [
      'contract/src/filters/*.test.ts',
      'server/src/domains/records/filters/filter-match.test.ts',
      'server/src/domains/records/filters/*.rules.test.ts',
    ],
  },
  {
    name: 'interpreter',
    sources: [
      'playbook/src/{interpreter,join,plan,block-base,block-loops,blocks,retry}.ts',
      'playbook/src/run-*.ts',
    ],
    tests: ['playbook/src/{interpreter*,blocks,blocks-*,join,plan}.test.ts'],
  },
  {
    name: 'form values',
    sources: [
      'web/src/domains/records/model/changed-part.ts',
      'web/src/domains/records/model/draft-value.ts',
      'web/src/ui/schema-form/schema-{fields,values}.ts',
      'web/src/field-types/drafts.ts',
      'web/src/field-types/parts/{field-text,filter-choices,flat-conditions,relative-date-label,shown-field}.ts',
      'web/src/field-types/values/{case-text,clock-reading,linked-draft,number-text}.ts',
      'server/src/domains/apps/definition/field-value.rules.ts',
      'server/src/field-types/{case-items,cells,decimals,json,link-value,parsing,task-order,text-format}.ts',
    ],
    tests: [
      'web/src/domains/records/model/changed-part.test.ts',
      'web/src/domains/records/model/draft-value.test.ts',
      'web/src/ui/schema-form/schema-{fields,values}.test.ts',
      'web/src/field-types/*.test.ts',
      'web/src/field-types/{parts,values}/*.test.ts',
      'server/src/domains/apps/definition/field-value*.test.ts',
      'server/src/field-types/*.rules.test.ts',
      'server/src/field-types/case-items.test.ts',
    ],
  },
]
