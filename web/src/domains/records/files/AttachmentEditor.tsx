import type { Field } from '@caseloom/contract/fields'
import { MAX_FILE_BYTES } from '@caseloom/contract/fields'
import type { JsonValue } from '@caseloom/contract/json'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useEffect, useRef } from 'react'
import classes from './Files.module.css'
import { FileChips } from './FileChips.tsx'
import { FileInput } from './FileInput.tsx'
import { filesEn } from './files.en.ts'
import { draftFiles, rememberUpload } from './known-files.ts'
import { UploadList } from './UploadList.tsx'
import { useUploads } from './useUploads.ts'

addTexts('files', filesEn)

interface AttachmentEditorProps {
  field: Field & { type: 'attachment' }
  /** Ids of the files. */
  draft: readonly string[]
  onDraft: (ids: string[]) => void
  /** What the record holds. */
  stored: JsonValue | undefined
  onOpen?: (file: ReturnType<typeof draftFiles>[number]) => void
}

/** The files of an attachment field: uploaded at once, part of the record when it is saved. */
export function AttachmentEditor({ field, draft, onDraft, stored, onOpen }: AttachmentEditorProps) {
  const now = useRef(draft)
  useEffect(() => {
    now.current = draft
  }, [draft])
  const uploads = useUploads((file) => {
    rememberUpload(file)
    // At once, since several may be done before the next drawing.
    now.current = field.multiple ? [...now.current, file.id] : [file.id]
    onDraft([...now.current])
  })
  const files = draftFiles(draft, stored)
  return (
    <div className={classes.editor}>
      <FileInput
        onFiles={(added) => uploads.add(added, field.maxBytes ?? MAX_FILE_BYTES)}
        multiple={field.multiple}
        accept={field.mediaTypes?.join(',')}
        label={field.label}
      >
        <FileChips
          files={files}
          onOpen={onOpen}
          onRemove={(file) => onDraft(draft.filter((one) => one !== file.id))}
        />
      </FileInput>
      <UploadList uploads={uploads} />
    </div>
  )
}
