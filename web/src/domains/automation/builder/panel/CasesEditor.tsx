import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ConditionField } from '../expression/ConditionField.tsx'
import { useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject, type Path } from '../model/places.ts'
import { AddButton, RemoveButton } from './GroupFields.tsx'
import classes from '../parts/Panel.module.css'
import { Section } from '../parts/PanelShell.tsx'
import { withMember } from '../../../../ui/schema-form/schema-values.ts'
import type { RoleFieldProps } from './role-field.ts'

export function CasesEditor({ label, path, readOnly, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const error = useIssueAt(path, true)
  const cases = (Array.isArray(value) ? value : []).map((one) => (isObject(one) ? one : {}))
  const write = (next: JsonValue[]) => onChange(next)
  return (
    <Section title={label}>
      {error !== undefined && <p className={classes.fault}>{error}</p>}
      <ol className={classes.rows}>
        {cases.map((one, at) => (
          <li key={at} className={classes.card}>
            <Case
              one={one}
              number={at + 1}
              path={[...path, at]}
              readOnly={readOnly}
              onChange={(next) => write(cases.with(at, next))}
              onRemove={cases.length > 1 ? () => write(cases.toSpliced(at, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      {!readOnly && (
        <AddButton
          label={t('cases.add')}
          onClick={() => write([...cases, { name: freeName(cases), when: '{% false %}' }])}
        />
      )}
      <p className={classes.note}>{t('cases.else')}</p>
    </Section>
  )
}

function freeName(cases: readonly JsonObject[]): string {
  const taken = cases.map((one) => one['name'])
  for (let number = cases.length + 1; ; number++)
    if (!taken.includes(`case ${number}`)) return `case ${number}`
}

interface CaseProps {
  one: JsonObject
  number: number
  path: Path
  readOnly: boolean
  onChange: (next: JsonObject) => void
  onRemove: (() => void) | undefined
}

function Case({ one, number, path, readOnly, onChange, onRemove }: CaseProps) {
  const { t } = useTranslation('panel')
  const { name, when } = one
  return (
    <>
      <div className={classes.row}>
        <TextInput
          className={classes.grow}
          label={t('cases.name', { number })}
          value={typeof name === 'string' ? name : ''}
          maxLength={100}
          readOnly={readOnly}
          error={useIssueAt([...path, 'name'])}
          onChange={(event) => onChange({ ...one, name: event.currentTarget.value })}
        />
        {!readOnly && onRemove !== undefined && (
          <RemoveButton label={t('cases.remove', { number })} onClick={onRemove} />
        )}
      </div>
      <ConditionField
        label={t('cases.when', { number })}
        path={[...path, 'when']}
        value={typeof when === 'string' ? when : typeof when === 'boolean' ? `{% ${when} %}` : undefined}
        readOnly={readOnly}
        error={useIssueAt([...path, 'when'])}
        onChange={(next) => onChange(withMember(one, 'when', next))}
      />
    </>
  )
}
