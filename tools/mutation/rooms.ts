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
      'contract/src/{permissions,sharing}.ts',
      'server/src/domains/records/model/app-permissions.rules.ts',
      'server/src/domains/records/permissions/*.rules.ts',
      'server/src/domains/automation/assets/asset-rights.rules.ts',
      'server/src/domains/reporting/report-rights.rules.ts',
    ],
    tests: [
      'contract/src/permissions.test.ts',
      'server/src/domains/records/{model,permissions}/*.rules.test.ts',
      'server/src/domains/automation/assets/*.rules.test.ts',
      'server/src/domains/reporting/*.rules.test.ts',
    ],
  },
  {
    name: 'filters',
    sources: ['server/src/domains/records/filters/*.rules.ts'],
    tests: [
      'server/src/domains/records/filters/{filter-match,relative-dates}.test.ts',
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
      'web/src/domains/records/{draft-value,changed-part}.ts',
      'web/src/ui/schema-form/schema-fields.ts',
      'web/src/field-types/drafts.ts',
      'web/src/field-types/parts/{flat-conditions,filter-choices,number-text}.ts',
      'server/src/domains/apps/definition/field-value.rules.ts',
      'server/src/field-types/{case-items,decimals,json,lists,parsing}.ts',
    ],
    tests: [
      'web/src/domains/records/{draft-value*,changed-part}.test.ts',
      'web/src/{ui/schema-form,field-types/parts}/*.test.ts',
      'server/src/domains/apps/field-value*.test.ts',
      'server/src/field-types/case-items.test.ts',
    ],
  },
]
