import type { ConnectorView } from '@caseloom/contract/automation/connectors'
import { Button, FileButton, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, fieldFaults, hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { toast } from '../../../ui/toast.tsx'
import { keyOf } from '../assets/asset-form.ts'
import classes from '../assets/Assets.module.css'
import { addMcp, assetsQuery, importFile, importFromUrl, refreshAssets } from '../assets/assets.queries.ts'

const WAYS = ['file', 'url', 'mcp'] as const
type Way = (typeof WAYS)[number]
const LARGEST = 50 * 1024 * 1024
const KEY = /^[a-z][a-z0-9_]{1,62}$/

interface Sending {
  way: Way
  file: File | null
  url: string
  title: string
  key: string
  asset: string | null
  signal: AbortSignal
  onProgress: (share: number | null) => void
}

function send(tenantId: string, sending: Sending): Promise<ConnectorView> {
  const { way, file, url, title, key, asset, signal, onProgress } = sending
  if (way === 'mcp') return addMcp(tenantId, { url, key, asset, title: title === '' ? key : title })
  if (way === 'url' || file === null) return importFromUrl(tenantId, { url, key, title })
  return importFile(tenantId, { key, title, file, signal, onProgress })
}

interface ImportDialogProps {
  onDone: (connector: ConnectorView) => void
  onClose: () => void
}

export function ImportDialog({ onDone, onClose }: ImportDialogProps) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  const [way, setWay] = useState<Way>('file')
  const [file, setFile] = useState<File | null>(null)
  const [fields, setFields] = useState({ url: '', title: '', key: '', asset: null as string | null })
  const [isTried, setIsTried] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const [stop] = useState(() => new AbortController())
  const change = (part: Partial<typeof fields>) => setFields((before) => ({ ...before, ...part }))
  const importing = useMutation({
    mutationFn: () => send(tenantId, { way, file, ...fields, signal: stop.signal, onProgress: setSent }),
    onSettled: () => setSent(null),
    onSuccess: (connector) => {
      refreshAssets(client, tenantId)
      toast({ kind: 'success', title: t('import.done', { name: connector.title }) })
      onDone(connector)
    },
  })
  const faults = faultsOf(importing.error)
  const isTooBig = way === 'file' && file !== null && file.size > LARGEST
  const isReady =
    KEY.test(fields.key) && (way === 'file' ? file !== null && !isTooBig : URL.canParse(fields.url))
  const failure = importing.isError && faults.lines.length === 0 ? describeError(importing.error) : null
  const busy = importing.isPending
  const close = () => {
    stop.abort()
    onClose()
  }
  return (
    <Dialog onClose={close} title={t('import.title')} size={560}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (isReady && !busy) importing.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} faults={faults.lines} requestId={failure?.requestId} />
        <SegmentedControl
          aria-label={t('import.from')}
          data={WAYS.map((value) => ({ value, label: t(`import.${value}`) }))}
          value={way}
          onChange={(value) => setWay(WAYS.find((one) => one === value) ?? 'file')}
        />
        {way === 'file' ? (
          <DropPlace
            file={file}
            fault={
              isTooBig ? t('import.tooBig') : isTried && file === null ? t('import.needFile') : undefined
            }
            onFile={(next) => {
              setFile(next)
              if (fields.key === '') change({ key: nameKey(next.name) })
            }}
          />
        ) : (
          <TextInput
            label={t('import.address')}
            type="url"
            required
            value={fields.url}
            placeholder="https://"
            error={faults.fields['url']}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        )}
        {way === 'mcp' && (
          <AssetSelect
            value={fields.asset}
            error={faults.fields['asset']}
            onChange={(asset) => change({ asset })}
          />
        )}
        <div className={classes.pair}>
          <TextInput
            label={t('import.name')}
            description={way === 'mcp' ? undefined : t('import.nameText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={fields.title}
            maxLength={100}
            onChange={(event) => change({ title: event.currentTarget.value })}
          />
          <TextInput
            label={t('import.key')}
            description={t('import.keyText', { key: fields.key === '' ? 'key' : fields.key })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required
            value={fields.key}
            spellCheck={false}
            error={
              faults.fields['key'] ?? (isTried && !KEY.test(fields.key) ? t('import.keyWrong') : undefined)
            }
            onChange={(event) => change({ key: event.currentTarget.value })}
          />
        </div>
        <Progress busy={busy} sent={sent} />
        <DialogActions onCancel={close} confirm={t('import.start')} loading={busy} />
      </form>
    </Dialog>
  )
}

function Progress({ busy, sent }: { busy: boolean; sent: number | null }) {
  const { t } = useTranslation('assets')
  const isSending = sent !== null && sent < 1
  return (
    <p role="status" className={classes.quiet}>
      {busy && (isSending ? t('import.sending', { part: Math.round(sent * 100) }) : t('import.reading'))}
    </p>
  )
}

function nameKey(fileName: string): string {
  return keyOf(fileName.replace(/\.\w+$/, '')).replaceAll('-', '_')
}

interface Faults {
  fields: Record<string, string>
  lines: { label: string; text: string }[]
}

/** Server-side issues: by form field, or by position in the document. */
function faultsOf(error: unknown): Faults {
  if (!(error instanceof ApiError)) return { fields: {}, lines: [] }
  if (hasCode(error, 'connector.unreadable', 'name.taken')) {
    const fields: Record<string, string> = {}
    const lines = error.issues.slice(0, 20).map(({ path, message }) => {
      const [place, name] = path
      if ((place === 'body' || place === 'query') && typeof name === 'string') fields[name] = message
      return { label: path.length === 0 ? 'OpenAPI' : path.join(' › '), text: message }
    })
    return { fields, lines }
  }
  return { fields: fieldFaults(error, ['key', 'title', 'url', 'asset']), lines: [] }
}

interface AssetSelectProps {
  value: string | null
  error: string | undefined
  onChange: (key: string | null) => void
}

function AssetSelect({ value, error, onChange }: AssetSelectProps) {
  const { t } = useTranslation('assets')
  const { tenantId } = useTenantScope()
  const assets = useQuery(assetsQuery(tenantId)).data ?? []
  return (
    <Select
      label={t('import.asset')}
      placeholder={t('import.noAsset')}
      data={assets
        .filter(({ can, auth }) => can.use && auth !== 'mail')
        .map(({ key, name }) => ({ value: key, label: name }))}
      value={value}
      clearable
      error={error}
      onChange={onChange}
    />
  )
}

interface DropPlaceProps {
  file: File | null
  fault: string | undefined
  onFile: (file: File) => void
}

function DropPlace({ file, fault, onFile }: DropPlaceProps) {
  const { t } = useTranslation('assets')
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const take = (next: File | null | undefined) => {
    if (next !== null && next !== undefined) onFile(next)
  }
  return (
    <div
      className={classes.drop}
      data-over={isDraggedOver}
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDraggedOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <span>
        {file === null
          ? t('import.drop')
          : t('import.chosen', { name: file.name, size: `${Math.max(1, Math.round(file.size / 1024))} kB` })}
      </span>
      <FileButton accept=".json,.yaml,.yml,application/json,application/yaml" onChange={take}>
        {(props) => <Button {...props}>{t('import.choose')}</Button>}
      </FileButton>
      {fault !== undefined && <span role="alert">{fault}</span>}
    </div>
  )
}
