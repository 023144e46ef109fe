import type { JsonObject } from '@caseloom/contract/json'
import { MultiSelect, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { principalsQuery } from '../../../../data/people.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { FieldFrame, useIssueAt } from '../expression/FieldFrame.tsx'
import { isObject } from '../model/places.ts'
import classes from '../parts/Panel.module.css'
import type { RoleFieldProps } from './role-field.ts'

const KINDS = ['users', 'groups', 'roles'] as const
type Kind = (typeof KINDS)[number]

/** Users, groups, and roles; addresses and expressions can be typed. */
export function PeopleField({ label, path, required, readOnly, value, onChange }: RoleFieldProps) {
  const { t } = useTranslation('panel')
  const { tenantId } = useTenantScope()
  const { data } = useQuery(principalsQuery(tenantId))
  const error = useIssueAt(path)
  const given = isObject(value) ? value : {}
  const users = Array.isArray(given['users']) ? given['users'].map(String) : []
  // Removing the last expression doesn't replace the input under the caret.
  const [isTyped, setTyped] = useState(false)
  const hasExpression = users.some((name) => name.includes('{%'))
  if (hasExpression && !isTyped) setTyped(true)
  const write = (kind: Kind, names: string[]) => {
    const { [kind]: _old, ...rest } = given
    const next: JsonObject = names.length === 0 ? rest : { ...rest, [kind]: names }
    onChange(Object.keys(next).length === 0 && !required ? undefined : next)
  }
  return (
    <FieldFrame label={label} path={path} required={required} error={error}>
      {() => (
        <div className={classes.group} role="group" aria-label={label}>
          {KINDS.map((kind) => {
            const list = given[kind]
            const names = Array.isArray(list) ? list.map(String) : []
            const known = (data?.[kind] ?? []).map((one) => ({ value: String(one.id), label: one.name }))
            const foreign = names.filter((name) => !known.some((one) => one.value === name))
            const items = [...known, ...foreign.map((name) => ({ value: name, label: name }))]
            return kind === 'users' && (isTyped || hasExpression) ? (
              <TagsInput
                key={kind}
                label={t(`people.${kind}`)}
                value={names}
                readOnly={readOnly}
                onChange={(next) => write(kind, next)}
              />
            ) : (
              <MultiSelect
                key={kind}
                label={t(`people.${kind}`)}
                data={items}
                value={names}
                searchable
                readOnly={readOnly}
                onChange={(next) => write(kind, next)}
              />
            )
          })}
        </div>
      )}
    </FieldFrame>
  )
}
