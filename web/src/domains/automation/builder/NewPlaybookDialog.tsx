import type { PlaybookView } from '@caseloom/contract/automation/automation'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { Radio, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../../data/api-error.ts'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './Builder.module.css'
import { builderEn } from './builder.en.ts'
import { makePlaybook, refreshPlaybooks } from './model/builder.queries.ts'
import { DocumentDialog } from './DocumentDialog.tsx'
import { freePlaybookKey } from './model/new-playbook.ts'
import { TEMPLATES } from '@caseloom/playbook/templates'

addTexts('builder', builderEn)

const STARTS = ['blank', 'intake', 'poll', 'approval', 'paste'] as const
type Start = (typeof STARTS)[number]
const KEY = /^[a-z][a-z0-9_-]{0,62}$/

interface NewPlaybookDialogProps {
  taken: ReadonlySet<string>
  /** Its created records start the playbook. */
  app?: { key: string; name: string } | undefined
  onDone: (playbook: PlaybookView) => void
  onClose: () => void
}

/** The key follows the title until edited. */
export function NewPlaybookDialog({ taken, app, onDone, onClose }: NewPlaybookDialogProps) {
  const { t } = useTranslation('builder')
  const [title, setTitle] = useState('')
  const [typedKey, setTypedKey] = useState<string | null>(null)
  const [start, setStart] = useState<Start>('blank')
  const [isPasting, setIsPasting] = useState(false)
  const make = useMake(onDone)
  const key = typedKey ?? freePlaybookKey(title === '' ? t('new.button') : title, taken)
  const isTaken = taken.has(key) || hasCode(make.error, 'playbook.key_taken')
  const keyFault = !KEY.test(key) ? t('new.keyWrong') : isTaken ? t('new.keyTaken') : null
  const failure = make.isError && keyFault === null ? describeError(make.error) : null
  const andReset = (set: (next: string) => void) => (next: string) => {
    set(next)
    make.reset()
  }
  const read = (document: JsonObject) => make.mutateAsync(named(document, title, typedKey))
  if (isPasting) return <PasteDialog onRead={read} onClose={onClose} />
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (start === 'paste') return setIsPasting(true)
    if (keyFault !== null && !make.isError) return
    const name = title.trim() === '' ? t('new.button') : title.trim()
    const content = app === undefined ? TEMPLATES[start] : startedBy(app)
    make.mutate({ format: 'caseloom.playbook/1', playbook: key, title: name, ...content })
  }
  return (
    <Dialog onClose={onClose} title={t('new.title')} size={520}>
      <form className={classes.newForm} onSubmit={submit} noValidate>
        <ErrorSummary
          {...(failure === null ? {} : { message: `${t('new.failed')}. ${failure.text}` })}
          requestId={failure?.requestId}
        />
        <Naming
          title={title}
          keyText={key}
          keyFault={keyFault}
          onTitle={andReset(setTitle)}
          onKey={andReset(setTypedKey)}
        />
        {app === undefined ? (
          <StartChoice start={start} onChange={setStart} />
        ) : (
          <p>{t('new.startedBy', { app: app.name })}</p>
        )}
        <DialogActions onCancel={onClose} confirm={t('new.create')} loading={make.isPending} />
      </form>
    </Dialog>
  )
}

/** A playbook without steps that each created record of the app starts. */
function startedBy({ key, name }: { key: string; name: string }): JsonObject {
  const trigger = {
    key: 'created',
    kind: 'record',
    title: `${name} created`,
    with: { app: key, on: ['created'] },
  }
  return { triggers: [trigger], steps: [] }
}

function PasteDialog(props: Pick<Parameters<typeof DocumentDialog>[0], 'onRead' | 'onClose'>) {
  const { t } = useTranslation('builder')
  return (
    <DocumentDialog {...props} title={t('new.title')} text={t('new.pasteText')} confirm={t('new.create')} />
  )
}

function useMake(onDone: (playbook: PlaybookView) => void) {
  const { tenantId } = useTenantScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (document: JsonObject) => makePlaybook(tenantId, document),
    onSuccess: (playbook) => {
      void refreshPlaybooks(client, tenantId)
      onDone(playbook)
    },
  })
}

interface NamingProps {
  title: string
  keyText: string
  keyFault: string | null
  onTitle: (title: string) => void
  onKey: (key: string) => void
}

function Naming({ title, keyText, keyFault, onTitle, onKey }: NamingProps) {
  const { t } = useTranslation('builder')
  return (
    <>
      <TextInput
        label={t('new.name')}
        value={title}
        maxLength={200}
        data-autofocus
        onChange={(event) => onTitle(event.currentTarget.value)}
      />
      <TextInput
        label={t('new.key')}
        description={t('new.keyHint')}
        value={keyText}
        spellCheck={false}
        error={keyFault}
        onChange={(event) => onKey(event.currentTarget.value)}
      />
    </>
  )
}

function StartChoice({ start, onChange }: { start: Start; onChange: (start: Start) => void }) {
  const { t } = useTranslation('builder')
  return (
    <Radio.Group
      label={t('new.start')}
      value={start}
      onChange={(value) => onChange(STARTS.find((one) => one === value) ?? 'blank')}
    >
      <div className={classes.starts}>
        {STARTS.map((one) => (
          <Radio key={one} value={one} label={t(`new.${one}`)} description={t(`new.${one}Text`)} />
        ))}
      </div>
    </Radio.Group>
  )
}

/** A pasted document keeps its own title and key unless others were entered. */
function named(document: JsonObject, title: string, key: string | null): JsonObject {
  return {
    ...document,
    ...(title.trim() === '' ? {} : { title: title.trim() }),
    ...(key === null ? {} : { playbook: key }),
  }
}
