import type { CommentView } from '@caseloom/contract/records/comments'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { keys } from '../../../data/keys.ts'
import { usePeople } from '../../../data/people.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { DialogActions } from '../../../ui/dialog/DialogActions.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Avatar } from '../../../ui/glyphs/Avatar.tsx'
import { LazyRichEditor } from '../../../ui/rich-text/LazyRichEditor.tsx'
import { RichText } from '../../../ui/rich-text/RichText.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { FileChips } from '../files/FileChips.tsx'
import { useFileOpen } from '../files/FileOpen.tsx'
import classes from './Comments.module.css'
import { changeComment, eraseComment, findPeople, type ThreadPlace } from './comments.queries.ts'

interface CommentProps {
  comment: CommentView
  place: ThreadPlace
  mayReply: boolean
  onReply?: () => void
}

export function Comment({ comment, place, mayReply, onReply }: CommentProps) {
  const { t } = useTranslation('comments')
  const { me } = usePeople()
  const opening = useFileOpen(place)
  const [doing, setDoing] = useState<'reading' | 'editing' | 'deleting'>('reading')
  const names = new Map(comment.mentions.map(({ id, name }) => [String(id), name]))
  const { body, by } = comment
  return (
    <article className={classes.comment} id={`comment-${comment.id}`} tabIndex={-1} aria-label={by.name}>
      <Avatar name={by.name} size={24} own={by.id === me} />
      <div className={classes.card}>
        <header className={classes.head}>
          <span className={classes.who}>{by.name}</span>
          <span className={classes.meta}>
            <DateTime at={comment.at} />
            {comment.editedAt !== null && body !== null && ` · ${t('edited')}`}
          </span>
          {doing !== 'editing' && (
            <Actions
              comment={comment}
              onEdit={() => setDoing('editing')}
              onDelete={() => setDoing('deleting')}
            />
          )}
        </header>
        {body === null && <p className={classes.gone}>{t('deleted')}</p>}
        {body !== null && doing === 'editing' && (
          <EditComment comment={comment} place={place} onDone={() => setDoing('reading')} />
        )}
        {body !== null && doing !== 'editing' && <RichText html={body} names={names} />}
        <FileChips files={comment.files} onOpen={opening.open} />
        {mayReply && onReply !== undefined && doing !== 'editing' && (
          <Button variant="subtle" size="compact-xs" className={classes.reply ?? ''} onClick={onReply}>
            {t('reply')}
          </Button>
        )}
      </div>
      {opening.preview}
      {doing === 'deleting' && (
        <DeleteComment comment={comment} place={place} onClose={() => setDoing('reading')} />
      )}
    </article>
  )
}

interface ActionsProps {
  comment: CommentView
  onEdit: () => void
  onDelete: () => void
}

function Actions({ comment, onEdit, onDelete }: ActionsProps) {
  const { t } = useTranslation('comments')
  const { can } = comment
  if (!can.edit && !can.delete) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={24} className={classes.more ?? ''} aria-label={t('more', { who: comment.by.name })}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit && (
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
        )}
        {can.delete && (
          <Menu.Item leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />} onClick={onDelete}>
            {t('delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface OneProps {
  comment: CommentView
  place: ThreadPlace
}

function useAgain(place: ThreadPlace): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys.one(place.tenantId, 'records', place.recordId) })
}

function EditComment({ comment, place, onDone }: OneProps & { onDone: () => void }) {
  const { t } = useTranslation('comments')
  const again = useAgain(place)
  const [html, setHtml] = useState(comment.body ?? '')
  const mutation = useMutation({
    mutationFn: () => changeComment(place, comment.id, html),
    onSuccess: async () => {
      await again()
      onDone()
    },
  })
  return (
    <>
      {mutation.isError && (
        <ErrorSummary message={`${t('saveFailed')} ${describeError(mutation.error).text}`} />
      )}
      <LazyRichEditor
        html={comment.body ?? ''}
        autoFocus
        onChange={setHtml}
        input={{ 'aria-label': t('editLabel') }}
        people={(text) => findPeople(place, text)}
        onSubmit={() => mutation.mutate()}
        end={
          <>
            <Button variant="subtle" onClick={onDone}>
              {t('cancel')}
            </Button>
            <Button variant="filled" loading={mutation.isPending} onClick={() => mutation.mutate()}>
              {t('save')}
            </Button>
          </>
        }
      />
    </>
  )
}

function DeleteComment({ comment, place, onClose }: OneProps & { onClose: () => void }) {
  const { t } = useTranslation('comments')
  const again = useAgain(place)
  const mutation = useMutation({
    mutationFn: () => eraseComment(place, comment.id),
    onSuccess: async () => {
      onClose()
      await again()
    },
  })
  return (
    <Dialog onClose={onClose} size={420} title={t('deleteTitle')}>
      <p className={classes.dialogText}>{t('deleteText')}</p>
      {mutation.isError && (
        <ErrorSummary message={`${t('deleteFailed')}. ${describeError(mutation.error).text}`} />
      )}
      <DialogActions
        cancel={t('keep')}
        onCancel={onClose}
        confirm={t('deleteConfirm')}
        onConfirm={() => mutation.mutate()}
        loading={mutation.isPending}
        danger
        focus="cancel"
        apart
      />
    </Dialog>
  )
}
