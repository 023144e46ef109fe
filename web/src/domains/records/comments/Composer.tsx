import type { FileView } from '@caseloom/contract/records/files'
import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { LazyRichEditor } from '../../../ui/rich-text/LazyRichEditor.tsx'
import { ClockTime } from '../../../ui/Times.tsx'
import { FileChips } from '../files/FileChips.tsx'
import { UploadList } from '../files/UploadList.tsx'
import { useUploads } from '../files/useUploads.ts'
import classes from './Comments.module.css'
import { findPeople, sendComment, type ThreadPlace } from './comments.queries.ts'
import { useDraft } from './useDraft.ts'

interface ComposerProps {
  place: ThreadPlace
  replyTo?: { id: string; who: string }
  onSent?: () => void
  onCancel?: () => void
}

/** The draft stays in this browser until it is sent. */
export function Composer({ place, replyTo, onSent, onCancel }: ComposerProps) {
  const { t } = useTranslation('comments')
  const { userId } = useTenantScope()
  const draft = useDraft({ ...place, userId, replyTo: replyTo?.id })
  const [html, setHtml] = useState(draft.first)
  const [round, setRound] = useState(0)
  const [files, setFiles] = useState<readonly FileView[]>([])
  const uploads = useUploads((file) => setFiles((before) => [...before, file]))
  const mutation = useSendComment({
    place,
    html,
    files,
    replyTo,
    draft,
    setHtml,
    setFiles,
    setRound,
    round,
    onSent,
  })
  const empty = html === '' && files.length === 0
  const send = () => {
    if (!empty && !uploads.busy && !mutation.isPending) mutation.mutate()
  }
  const label = replyTo === undefined ? t('write') : t('replyTo', { who: replyTo.who })
  return (
    <div className={classes.composer}>
      {mutation.isError && (
        <ErrorSummary message={`${t('sendFailed')} ${describeError(mutation.error).text}`} />
      )}
      <LazyRichEditor
        key={round}
        html={round === 0 ? draft.first : ''}
        autoFocus={replyTo !== undefined || round > 0}
        onChange={(next) => {
          setHtml(next)
          draft.change(next)
        }}
        input={{ 'aria-label': label }}
        placeholder={t('hint')}
        people={(text) => findPeople(place, text)}
        onFiles={uploads.add}
        onSubmit={send}
        tools={<AttachTool onFiles={uploads.add} />}
        end={
          <>
            <DraftState savedAt={draft.savedAt} restored={round === 0 && draft.first !== ''} />
            {onCancel !== undefined && (
              <Button variant="subtle" onClick={onCancel}>
                {t('cancel')}
              </Button>
            )}
            <Button
              variant="filled"
              disabled={empty || uploads.busy}
              loading={mutation.isPending}
              onClick={send}
              title={t('shortcut')}
            >
              {replyTo === undefined ? t('send') : t('sendReply')}
            </Button>
          </>
        }
      />
      <FileChips
        files={files}
        onRemove={(file) => setFiles((before) => before.filter((one) => one.id !== file.id))}
      />
      <UploadList uploads={uploads} />
    </div>
  )
}

interface SendCommentInput {
  place: ThreadPlace
  html: string
  files: readonly FileView[]
  replyTo: ComposerProps['replyTo']
  draft: ReturnType<typeof useDraft>
  setHtml: (next: string) => void
  setFiles: (next: readonly FileView[]) => void
  setRound: (next: number) => void
  round: number
  onSent: (() => void) | undefined
}

function useSendComment({
  place,
  html,
  files,
  replyTo,
  draft,
  setHtml,
  setFiles,
  setRound,
  round,
  onSent,
}: SendCommentInput) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: () =>
      sendComment(place, { body: html, files: files.map((file) => file.id), replyTo: replyTo?.id ?? null }),
    onSuccess: async () => {
      draft.clear()
      setHtml('')
      setFiles([])
      setRound(round + 1)
      await client.invalidateQueries({ queryKey: keys.one(place.tenantId, 'records', place.recordId) })
      onSent?.()
    },
  })
  return mutation
}

function DraftState({ savedAt, restored }: { savedAt: Date | null; restored: boolean }) {
  const { t } = useTranslation('comments')
  if (savedAt === null) return restored ? <span className={classes.meta}>{t('draftRestored')}</span> : null
  const [before = '', after = ''] = t('draftSaved', { time: '\n' }).split('\n')
  return (
    <span className={classes.meta}>
      {before}
      <ClockTime at={savedAt.toISOString()} />
      {after}
    </span>
  )
}

function AttachTool({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('comments')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <ActionIcon aria-label={t('attach')} title={t('attach')} onClick={() => input.current?.click()}>
        <IconPaperclip size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </>
  )
}
