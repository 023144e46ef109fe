import type { AppMembers as Members } from '@caseloom/contract/apps/app-members'
import { Switch } from '@mantine/core'
import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import type { AppDraft } from '../draft/app-draft.ts'
import type { EditedApp } from '../draft/useAppDraft.ts'
import { definitionOfMembers } from '../draft/definition-of-members.ts'
import { membersQuery } from '../model/apps.queries.ts'
import classes from './AppMembers.module.css'

const ABILITIES = ['see', 'create', 'edit', 'manage'] as const
type Standing = Pick<Members['people'][number], 'can' | 'hidden' | 'locked' | 'layout'>

/** What each role, or each person, can do with the draft and sees of it. */
export function AppMembers({ edited }: { edited: EditedApp }) {
  const { t } = useTranslation('apps')
  const { tenantId } = useTenantScope()
  const { base, draft } = edited
  const query = useQuery(membersQuery(tenantId, base.id, definitionOfMembers(draft)))
  const [byName, setByName] = useState(false)
  const { roles = [], people = [] } = query.data ?? {}
  const names = new Map(roles.map(({ id, name }) => [id, name]))
  const rows = byName
    ? people.map((one) => ({ ...one, beside: one.roles.map((id) => names.get(id) ?? '').join(', ') }))
    : roles.map((one) => ({ ...one, beside: t('members.users', { count: one.users }) }))
  return (
    <section className={classes.members} aria-label={t('members.title')}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('members.title')}</h2>
        <Switch
          size="xs"
          label={t('members.byName')}
          checked={byName}
          onChange={(event) => setByName(event.currentTarget.checked)}
        />
      </div>
      <p className={classes.quiet}>{t('members.text')}</p>
      {query.isError && <ErrorSummary message={describeError(query.error).text} />}
      <div className={classes.scroll}>
        <table className={classes.table}>
          <Head first={t(byName ? 'members.person' : 'members.role')} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} name={row.name} beside={row.beside} standing={row} draft={draft} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Head({ first }: { first: string }) {
  const { t } = useTranslation('apps')
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {ABILITIES.map((one) => (
          <th key={one} scope="col" className={classes.can}>
            {t(`members.can.${one}`)}
          </th>
        ))}
        <th scope="col">{t('members.layout')}</th>
        <th scope="col">{t('members.hidden')}</th>
        <th scope="col">{t('members.locked')}</th>
      </tr>
    </thead>
  )
}

interface RowProps {
  name: string
  beside: string
  standing: Standing
  draft: AppDraft
}

function Row({ name, beside, standing: { can, hidden, locked, layout }, draft }: RowProps) {
  const { t } = useTranslation('apps')
  const labels = (keys: readonly string[]) =>
    keys.map((key) => draft.fields.find((field) => field.key === key)?.label ?? key).join(', ')
  const own = draft.layouts?.find(({ id }) => id === layout)?.name ?? t('layouts.ofApp')
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={classes.beside}>{beside}</span>
      </th>
      {ABILITIES.map((one) => (
        <td key={one} className={classes.can}>
          <Mark yes={can[one]} />
        </td>
      ))}
      <td>{can.see ? own : '–'}</td>
      <td>{can.see && hidden.length > 0 ? labels(hidden) : '–'}</td>
      <td>{can.see && locked.length > 0 ? labels(locked) : '–'}</td>
    </tr>
  )
}

function Mark({ yes }: { yes: boolean }) {
  const { t } = useTranslation('apps')
  const Glyph = yes ? IconCheck : IconMinus
  const word = t(yes ? 'members.yes' : 'members.no')
  return (
    <span role="img" aria-label={word} title={word} className={classes.mark} data-yes={yes || undefined}>
      <Glyph size={14} stroke={2} aria-hidden />
    </span>
  )
}
