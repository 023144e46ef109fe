import type { TokenScope } from '@caseloom/contract/identity/directory'
import type { SessionView } from '@caseloom/contract/identity/identity'
import { Anchor, Checkbox, Select, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatDateTime } from '../../../ui/time.ts'
import { useNow, useZone } from '../../../ui/Times.tsx'
import { makeToken } from './me.queries.ts'
import { ProofGivenUp, useProof } from './ProofDialog.tsx'
import { actionOf, expiryOf, type ScopeGroup, scopeGroups } from './token-scopes.ts'
import classes from './User.module.css'

const LIVES = [7, 30, 90, 365, 730] as const

interface NewTokenDialogProps {
  session: SessionView
  accountId: string
  onMade: (text: string) => void
  onClose: () => void
}

/** A token never has more permissions than its owner, and always expires. */
export function NewTokenDialog({ session, accountId, onMade, onClose }: NewTokenDialogProps) {
  const { t } = useTranslation('user')
  const withProof = useProof()
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>(90)
  const [scopes, setScopes] = useState<ReadonlySet<TokenScope>>(new Set())
  const [tried, setTried] = useState(false)
  const groups = scopeGroups(session, accountId)
  const mutation = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), scopes: [...scopes], expiresAt: expiryOf(days, new Date()) }
      return withProof((proof) => makeToken(accountId, { ...body, ...proof }))
    },
    onSuccess: ({ token }) => onMade(token),
  })
  const nameFault =
    faultOf(mutation.error, 'name') ?? (name.trim() === '' ? t('tokens.nameMissing') : undefined)
  const scopeFault = scopes.size === 0 ? t('tokens.scopesMissing') : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (name.trim() !== '' && scopes.size > 0) mutation.mutate()
  }
  const isNews = mutation.isError && !(mutation.error instanceof ProofGivenUp)
  return (
    <Dialog onClose={onClose} title={t('tokens.new')} size={640}>
      <form onSubmit={submit} noValidate>
        <div className={classes.tokenForm}>
          <ErrorSummary message={isNews ? describeError(mutation.error).text : undefined} />
          <TokenFacts
            name={name}
            setName={setName}
            tried={tried}
            nameFault={nameFault}
            days={days}
            setDays={setDays}
          />
          <ScopeTable groups={groups} chosen={scopes} onChange={setScopes} />
          {tried && scopeFault !== undefined && (
            <p className={classes.fault} role="alert">
              {scopeFault}
            </p>
          )}
        </div>
        <DialogActions onCancel={onClose} confirm={t('tokens.create')} loading={mutation.isPending} apart />
      </form>
    </Dialog>
  )
}

interface TokenFactsProps {
  name: string
  setName: (next: string) => void
  tried: boolean
  nameFault: string | undefined
  days: number
  setDays: (next: number) => void
}

function TokenFacts({ name, setName, tried, nameFault, days, setDays }: TokenFactsProps) {
  const { t } = useTranslation('user')
  const now = useNow()
  const zone = useZone()
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('tokens.name')}
        placeholder={t('tokens.namePlaceholder')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried ? nameFault : undefined}
        maxLength={100}
        data-autofocus
      />
      <Select
        label={t('tokens.life')}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        data={LIVES.map((each) => ({ value: String(each), label: t(`tokens.days.${each}`) }))}
        description={t('tokens.until', {
          time: formatDateTime(new Date(expiryOf(days, new Date(now))), zone),
        })}
        inputWrapperOrder={['label', 'input', 'description']}
      />
    </div>
  )
}

function faultOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  return error.issues.find((issue) => issue.path.includes(field))?.message
}

interface ScopeTableProps {
  groups: readonly ScopeGroup[]
  chosen: ReadonlySet<TokenScope>
  onChange: (chosen: ReadonlySet<TokenScope>) => void
}

function ScopeTable({ groups, chosen, onChange }: ScopeTableProps) {
  const { t } = useTranslation('user')
  const all = groups.flatMap((group) => group.scopes)
  const reads = all.filter((scope) => actionOf(scope) === 'read')
  const toggle = (scope: TokenScope, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(scope)
    else next.delete(scope)
    onChange(next)
  }
  return (
    <fieldset className={classes.scopes}>
      <legend className={classes.scopesHead}>
        <span>{t('tokens.scopesTitle')}</span>
        <span className={classes.scopesPick}>
          <Anchor component="button" type="button" size="xs" onClick={() => onChange(new Set(reads))}>
            {t('tokens.pickReads')}
          </Anchor>
          <Anchor component="button" type="button" size="xs" onClick={() => onChange(new Set(all))}>
            {t('tokens.pickAll')}
          </Anchor>
          <Anchor component="button" type="button" size="xs" onClick={() => onChange(new Set())}>
            {t('tokens.pickNone')}
          </Anchor>
        </span>
      </legend>
      <div className={classes.scopeRows}>
        {groups.map((group) => (
          <ScopeRow key={group.resource} group={group} chosen={chosen} toggle={toggle} />
        ))}
      </div>
      {chosen.has('account:admin') && (
        <p className={classes.scopeWarning} role="note">
          {t('tokens.adminWarning')}
        </p>
      )}
    </fieldset>
  )
}

interface ScopeRowProps {
  group: ScopeGroup
  chosen: ScopeTableProps['chosen']
  toggle: (scope: TokenScope, on: boolean) => void
}

function ScopeRow({ group, chosen, toggle }: ScopeRowProps) {
  const { t } = useTranslation('user')
  return (
    <div className={classes.scopeRow} role="group" aria-label={t(`tokens.resource.${group.resource}`)}>
      <span className={classes.scopeName}>{t(`tokens.resource.${group.resource}`)}</span>
      <span className={classes.scopeActions}>
        {group.scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`tokens.action.${actionOf(scope)}`)}
            checked={chosen.has(scope)}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </span>
    </div>
  )
}
