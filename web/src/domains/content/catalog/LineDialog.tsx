import type { ProductLine } from '@caseloom/contract/content/catalog'
import { LineKey } from '@caseloom/contract/content/catalog'
import { MultiSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { linesQuery } from '../../../data/lines.ts'
import { paths } from '../../../data/paths.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { packageKeyOf } from '../content-words.ts'
import { addLine, changeLine, refreshLines } from './catalog.queries.ts'
import classes from './Catalog.module.css'

interface LineDialogProps {
  /** Absent for a new one. */
  line?: ProductLine
  onClose: () => void
}

interface Draft {
  name: string
  /** Null while it follows the name. */
  key: string | null
  packages: string[]
}

/** Adds a product line, or changes its name and its packages. */
export function LineDialog({ line, onClose }: LineDialogProps) {
  const { t } = useTranslation('catalog')
  const [draft, setDraft] = useState<Draft>({
    name: line?.name ?? '',
    key: line?.key ?? null,
    packages: line?.packages ?? [],
  })
  const key = draft.key ?? packageKeyOf(draft.name).slice(0, 40)
  const save = useSaveLine(line, onClose)
  const isTaken = hasCode(save.error, 'name.taken')
  const isWrong = key !== '' && !LineKey.safeParse(key).success
  const failure = save.isError && !isTaken ? describeError(save.error) : null
  const isReady = draft.name.trim() !== '' && key !== '' && !isWrong
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate({ ...draft, key })
  }
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }))
    save.reset()
  }
  return (
    <Dialog
      onClose={onClose}
      title={line === undefined ? t('add') : t('edit', { name: line.name })}
      size={480}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <LineFields
          draft={draft}
          lineKey={line === undefined ? key : null}
          keyFault={isWrong ? t('keyWrong') : isTaken ? t('keyTaken') : undefined}
          onChange={change}
        />
        <DialogActions
          onCancel={onClose}
          confirm={t(line === undefined ? 'addConfirm' : 'save')}
          loading={save.isPending}
          disabled={!isReady}
        />
      </form>
    </Dialog>
  )
}

interface LineFieldsProps {
  draft: Draft
  /** Null for a line whose key is settled. */
  lineKey: string | null
  keyFault: string | undefined
  onChange: (part: Partial<Draft>) => void
}

function LineFields({ draft, lineKey, keyFault, onChange }: LineFieldsProps) {
  const { t } = useTranslation('catalog')
  return (
    <>
      <TextInput
        label={t('name')}
        value={draft.name}
        maxLength={100}
        required
        data-autofocus
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {lineKey !== null && (
        <TextInput
          label={t('key')}
          description={t('keyHelp')}
          value={lineKey}
          maxLength={40}
          required
          error={keyFault}
          onChange={(event) => onChange({ key: event.currentTarget.value })}
        />
      )}
      <PackagesSelect packages={draft.packages} onChange={(packages) => onChange({ packages })} />
    </>
  )
}

function useSaveLine(line: ProductLine | undefined, onClose: () => void) {
  const { tenantId, accountId } = useTenantScope()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ key, name, packages }: Draft & { key: string }) =>
      line === undefined
        ? addLine(tenantId, { key, name: name.trim(), packages })
        : changeLine(tenantId, line.key, { name: name.trim(), packages }),
    onSuccess: async (saved) => {
      await refreshLines(client, tenantId)
      onClose()
      if (line === undefined) void navigate({ to: paths.catalog({ accountId, tenantId }, saved.key) })
    },
  })
}

interface PackagesSelectProps {
  packages: string[]
  onChange: (packages: string[]) => void
}

function PackagesSelect({ packages, onChange }: PackagesSelectProps) {
  const { t } = useTranslation('catalog')
  const { tenantId } = useTenantScope()
  const known = useQuery(linesQuery(tenantId)).data?.packages ?? []
  return (
    <MultiSelect
      label={t('choose')}
      description={t('chooseHelp')}
      data={known.map((one) => ({ value: one.package, label: `${one.title} ${one.version}` }))}
      value={packages}
      searchable
      onChange={onChange}
    />
  )
}
