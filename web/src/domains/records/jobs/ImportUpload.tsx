import type { AppView } from '@caseloom/contract/apps/apps'
import type { FileView } from '@caseloom/contract/records/files'
import { FileButton, Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { useTenantScope } from '../../../data/scope.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { type Preview, preview, sendFile } from './jobs.queries.ts'
import classes from './Jobs.module.css'

interface ImportUploadProps {
  app: AppView
  onRead: (file: FileView, preview: Preview) => void
}

export function ImportUpload({ app, onRead }: ImportUploadProps) {
  const { t } = useTranslation('jobs')
  const { tenantId } = useTenantScope()
  const [isDraggedOver, setDraggedOver] = useState(false)
  const [part, setPart] = useState(0)
  const going = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    going.current = controller
    return () => controller.abort()
  }, [])
  const read = useMutation({
    mutationFn: async (file: File) => {
      setPart(0)
      const { signal } = going.current
      const sent = await sendFile(tenantId, file, { signal, onProgress: setPart })
      setPart(1)
      return { sent, found: await preview({ tenantId, appId: app.id }, sent.id) }
    },
    onSuccess: ({ sent, found }) => onRead(sent, found),
  })
  const name = read.variables?.name ?? ''
  const take = (file: File | null | undefined) => {
    if (file !== null && file !== undefined && !read.isPending) read.mutate(file)
  }
  return (
    <>
      {read.isError && <ErrorSummary message={`${t('import.failed')}. ${describeError(read.error).text}`} />}
      <DropArea
        isDraggedOver={isDraggedOver}
        setDraggedOver={setDraggedOver}
        take={take}
        read={read}
        part={part}
        name={name}
      />
    </>
  )
}

interface DropAreaProps {
  isDraggedOver: boolean
  setDraggedOver: (next: boolean) => void
  take: (file: File | null | undefined) => void
  read: { isPending: boolean }
  part: number
  name: string
}

function DropArea({ isDraggedOver, setDraggedOver, take, read, part, name }: DropAreaProps) {
  const { t } = useTranslation('jobs')
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a shortcut for the button inside
    <div
      role="group"
      className={classes.drop}
      aria-label={t('import.drop')}
      data-over={isDraggedOver}
      onDragOver={(event) => {
        event.preventDefault()
        setDraggedOver(true)
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDraggedOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <p className={classes.note}>{t('import.drop')}</p>
      <FileButton onChange={take} accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,.zip">
        {(props) => (
          <Button {...props} variant="filled" loading={read.isPending}>
            {t('import.choose')}
          </Button>
        )}
      </FileButton>
      {read.isPending ? (
        <>
          <p className={classes.note} role="status">
            {t(part < 1 ? 'import.sending' : 'import.reading', { name })}
          </p>
          <Progress value={part * 100} size="sm" w={240} aria-label={t('import.sending', { name })} />
        </>
      ) : (
        <p className={classes.note}>{t('import.limits')}</p>
      )}
    </div>
  )
}
