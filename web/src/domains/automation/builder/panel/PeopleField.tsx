import type { JsonObject } from '@caseloom/contract/kernel/json'
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
            return (
              <KindField
                key={kind}
                label={t(`people.${kind}`)}
                names={Array.isArray(list) ? list.map(String) : []}
                known={data?.[kind] ?? []}
                isTyped={kind === 'users' && (isTyped || hasExpression)}
                readOnly={readOnly}
                onChange={(names) => write(kind, names)}
              />
            )
          })}
        </div>
      )}
    </FieldFrame>
  )
}

interface KindFieldProps {
  label: string
  names: string[]
  known: readonly { id: string; name: string }[]
  /** Typed, because there is an expression among them. */
  isTyped: boolean
  readOnly: boolean
  onChange: (names: string[]) => void
}

function KindField({ label, names, known, isTyped, readOnly, onChange }: KindFieldProps) {
  if (isTyped) return <TagsInput label={label} value={names} readOnly={readOnly} onChange={onChange} />
  const foreign = names.filter((name) => !known.some(({ id }) => id === name))
  const items = [
    ...known.map(({ id, name }) => ({ value: id, label: name })),
    ...foreign.map((name) => ({ value: name, label: name })),
  ]
  return (
    <MultiSelect
      label={label}
      data={items}
      value={names}
      searchable
      readOnly={readOnly}
      onChange={onChange}
    />
  )
}
