import type { AssetView, AuthKind } from '@caseloom/contract/automation/assets'
import type { ConnectorView } from '@caseloom/contract/automation/connectors'
import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { principalsQuery } from '../../../data/people.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { CopyField, Notice } from '../../../ui/admin/Settings.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { SchemaForm } from '../../../ui/schema-form/SchemaForm.tsx'
import { NO_PRINCIPALS } from '../../../ui/sharing/principals.ts'
import { SharingForm } from '../../../ui/sharing/SharingForm.tsx'
import { AssetLimits } from './AssetLimits.tsx'
import { AssetConflict } from './AssetConflict.tsx'
import { type AssetDraft, draftOf, keyOf, labelOf, SECRETS, settingsSchema } from './asset-form.ts'
import classes from './Assets.module.css'
import { connectorQuery, connectorsQuery } from './assets.queries.ts'
import { useSaveAsset } from './useSaveAsset.ts'

interface AssetDialogProps {
  asset?: AssetView
  connector?: string
  onDone: (asset: AssetView) => void
  onClose: () => void
}

export function AssetDialog({ asset, connector: given, onDone, onClose }: AssetDialogProps) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const all = useQuery(connectorsQuery(tenantId))
  const [chosen, setChosen] = useState<string | null>(asset?.connector.key ?? given ?? null)
  const query = useQuery({ ...connectorQuery(tenantId, chosen ?? ''), enabled: chosen !== null })
  const failure = all.isError ? describeError(all.error) : query.isError ? describeError(query.error) : null
  return (
    <Dialog
      onClose={onClose}
      title={asset === undefined ? t('form.add') : t('form.edit', { name: asset.name })}
      size={560}
    >
      <div className={classes.form}>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        {asset === undefined && (
          <Select
            label={t('assets.connector')}
            data={(all.data ?? []).map(({ key, title }) => ({ value: key, label: title }))}
            value={chosen}
            searchable
            required
            allowDeselect={false}
            {...(given === undefined ? { 'data-autofocus': true } : {})}
            onChange={setChosen}
          />
        )}
        {query.data !== undefined && (
          <Filled key={chosen} asset={asset} connector={query.data} onDone={onDone} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

interface FilledProps {
  asset: AssetView | undefined
  connector: ConnectorView
  onDone: (asset: AssetView) => void
  onClose: () => void
}

const PARTS = ['name', 'key', 'description', 'auth', 'settings', 'secrets']

function Filled(props: FilledProps) {
  const { asset, connector, onClose } = props
  const { t } = useTranslation('assets')
  const [draft, setDraft] = useState(() => draftOf(connector, asset))
  const change = (part: Partial<AssetDraft>) => setDraft((before) => ({ ...before, ...part }))
  const asks = useSaveAsset(props)
  const issues = asks.error instanceof ApiError ? asks.error.issues : []
  const faults = fieldFaults(asks.error, PARTS)
  const say = (key: string) => t(key as 'settings.username') // one of these texts
  const schema = settingsSchema(connector, draft.auth, say)
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!asks.saving) asks.save(draft)
      }}
    >
      <Failure
        error={asks.error}
        faults={issues.map(({ path, message }) => ({ label: labelOf(path, schema, say), text: message }))}
      />
      <Identity draft={draft} isNew={asset === undefined} faults={faults} onChange={change} />
      <Authentication draft={draft} connector={connector} fault={faults['auth']} onChange={change} />
      <SchemaForm
        schema={schema}
        value={draft.settings}
        issues={within(issues, 'settings')}
        onChange={(settings) => change({ settings })}
      />
      <Secrets draft={draft} asset={asset} issues={within(issues, 'secrets')} onChange={change} />
      {draft.auth === 'oauth2AuthorizationCode' && <RedirectUrl />}
      <AssetLimits draft={draft} onChange={change} />
      <Sharing draft={draft} onChange={change} />
      <DialogActions
        onCancel={onClose}
        confirm={t(asset === undefined ? 'form.add' : 'form.save')}
        loading={asks.saving}
      />
      <AssetConflict saved={asks.merging} schema={schema} />
    </form>
  )
}

type Issues = InstanceType<typeof ApiError>['issues']

/** The issues of one part, with their paths inside of it. */
function within(issues: Issues, part: string) {
  return issues
    .filter(({ path }) => path[1] === part)
    .map(({ path, message }) => ({ path: path.slice(2), message }))
}

function Failure({ error, faults }: { error: unknown; faults: readonly { label: string; text: string }[] }) {
  const { t } = useTranslation('assets')
  const isConflict = hasCode(error, 'resource.version_conflict')
  const failure = error !== null && faults.length === 0 ? describeError(error) : null
  return (
    <ErrorSummary
      message={isConflict ? t('form.changed') : failure?.text}
      faults={faults}
      requestId={failure?.requestId}
    />
  )
}

interface IdentityProps {
  draft: AssetDraft
  isNew: boolean
  faults: Readonly<Record<string, string>>
  onChange: (part: Partial<AssetDraft>) => void
}

/** The key of a new asset follows its name until it is edited. */
function Identity({ draft, isNew, faults, onChange }: IdentityProps) {
  const { t } = useTranslation('assets')
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={t('assets.name')}
          value={draft.name}
          maxLength={100}
          required
          error={faults['name']}
          {...(isNew ? {} : { 'data-autofocus': true })}
          onChange={({ currentTarget: { value } }) =>
            onChange({
              name: value,
              ...(isNew && draft.key === keyOf(draft.name) ? { key: keyOf(value) } : {}),
            })
          }
        />
        <TextInput
          label={t('assets.key')}
          description={t('form.keyText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.key}
          maxLength={63}
          required
          spellCheck={false}
          error={faults['key']}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={t('asset.description')}
        value={draft.description}
        maxLength={2000}
        autosize
        minRows={1}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

interface AuthenticationProps {
  draft: AssetDraft
  connector: ConnectorView
  fault: string | undefined
  onChange: (part: Partial<AssetDraft>) => void
}

function Authentication({ draft, connector, fault, onChange }: AuthenticationProps) {
  const { t } = useTranslation('assets')
  const hint = connector.authKinds.find(({ kind }) => kind === draft.auth)?.hint
  return (
    <Select
      label={t('assets.auth')}
      data={connector.authKinds.map(({ kind }) => ({ value: kind, label: t(`kinds.${kind}`) }))}
      value={draft.auth}
      allowDeselect={false}
      error={fault}
      {...(hint === null || hint === undefined ? {} : { description: hint })}
      // One of the kinds that are offered.
      onChange={(kind) => kind !== null && onChange({ auth: kind as AuthKind, secrets: {} })}
    />
  )
}

function RedirectUrl() {
  const { t } = useTranslation('assets')
  const scope = useTenantScope()
  return (
    <Notice>
      <CopyField
        label={t('form.redirect')}
        value={`${location.origin}/account/${scope.accountId}/tenant/${scope.tenantId}/orchestration/assets/connected`}
        copy={t('form.copy')}
      />
    </Notice>
  )
}

interface SecretsProps {
  draft: AssetDraft
  asset: AssetView | undefined
  issues: readonly { path: readonly (string | number)[]; message: string }[]
  onChange: (part: Partial<AssetDraft>) => void
}

/** Write-only: an empty field keeps the current secret. */
function Secrets({ draft, asset, issues, onChange }: SecretsProps) {
  const { t } = useTranslation('assets')
  return SECRETS[draft.auth].map((name) => (
    <PasswordInput
      key={name}
      label={t(`secrets.${name as 'token'}`) /* one of these texts */}
      autoComplete="new-password"
      value={draft.secrets[name] ?? ''}
      required={asset === undefined && draft.auth !== 'oauth2AuthorizationCode'}
      placeholder={
        asset?.secrets.includes(name) === true && asset.auth === draft.auth ? t('form.keep') : undefined
      }
      error={issues.find(({ path }) => path[0] === name)?.message}
      onChange={(event) => onChange({ secrets: { ...draft.secrets, [name]: event.currentTarget.value } })}
    />
  ))
}

function Sharing({ draft, onChange }: { draft: AssetDraft; onChange: (part: Partial<AssetDraft>) => void }) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const principals = useQuery(principalsQuery(tenantId))
  return (
    <SharingForm
      sharing={draft.sharing}
      onSharing={(sharing) => onChange({ sharing })}
      principals={principals.data ?? NO_PRINCIPALS}
      failed={principals.isError}
      levels={['use', 'read']}
      wordOf={(level) => t(`form.levels.${level}`)}
      texts={{ who: t('form.who'), open: t('form.open') }}
    />
  )
}
