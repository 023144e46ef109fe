import type { FileView } from '@caseloom/contract/records/files'
import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import classes from './Files.module.css'
import { fileSize, previewKind } from './file-size.ts'
import { contentQuery, type FilesPlace } from './files.queries.ts'

/** Bytes of text shown. */
const MAX_TEXT = 100_000

interface FilePreviewProps {
  place: FilesPlace
  file: FileView
  onClose: () => void
  onDownload: () => void
}

/** An image or the start of a text, from the bytes themselves: nothing in the file is executed. */
export function FilePreview({ place, file, onClose, onDownload }: FilePreviewProps) {
  const { t } = useTranslation('files')
  const query = useQuery(contentQuery(place, file.id))
  const isImage = previewKind(file.mediaType) === 'image'
  return (
    <Dialog onClose={onClose} size={880} title={<bdi>{file.name}</bdi>}>
      {query.isError && (
        <StateCard
          title={t('previewFailed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <Loader size="sm" />}
      {query.data !== undefined &&
        (isImage ? <Picture blob={query.data.blob} file={file} /> : <Beginning blob={query.data.blob} />)}
      <footer>
        <Button onClick={onDownload}>{t('download', { name: file.name })}</Button>
      </footer>
    </Dialog>
  )
}

function Picture({ blob, file }: { blob: Blob; file: FileView }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    if (image.current !== null) image.current.src = made
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return <img className={classes.image} ref={image} alt={file.name} />
}

function Beginning({ blob }: { blob: Blob }) {
  const { t } = useTranslation('files')
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    let live = true
    void blob
      .slice(0, MAX_TEXT)
      .text()
      .then((read) => live && setText(read))
    return () => {
      live = false
    }
  }, [blob])
  return (
    <>
      <pre className={classes.text} dir="auto" tabIndex={0} aria-label={t('previewTitle')}>
        {text}
      </pre>
      {blob.size > MAX_TEXT && (
        <p className={classes.hint}>{t('previewCut', { size: fileSize(MAX_TEXT) })}</p>
      )}
    </>
  )
}
