import type { FileView } from '@caseloom/contract/records/files'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { saveFile } from '../../../data/files.ts'
import { toast } from '../../../ui/toast.tsx'
import { previewKind } from './file-size.ts'
import { fetchContent, type FilesPlace } from './files.queries.ts'

const FilePreview = lazy(async () => ({ default: (await import('./FilePreview.tsx')).FilePreview }))

interface FileOpen {
  /** Previews an image or a text, and downloads everything else. */
  open(file: FileView): void
  download(file: FileView): void
  /** The open preview, if any. */
  preview: ReactNode
}

export function useFileOpen(place: FilesPlace): FileOpen {
  const { t } = useTranslation('files')
  const [shown, setShown] = useState<FileView | null>(null)
  const download = (file: FileView) => {
    fetchContent(place, file.id).then(
      (content) => saveFile(content, file.name),
      (error: unknown) =>
        toast({ kind: 'error', title: t('downloadFailed'), text: describeError(error).text }),
    )
  }
  return {
    download,
    open: (file) => (previewKind(file.mediaType) === null ? download(file) : setShown(file)),
    preview:
      shown === null ? null : (
        <Suspense fallback={null}>
          <FilePreview
            place={place}
            file={shown}
            onClose={() => setShown(null)}
            onDownload={() => download(shown)}
          />
        </Suspense>
      ),
  }
}
