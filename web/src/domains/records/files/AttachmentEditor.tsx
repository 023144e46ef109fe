import type { Field } from '@caseloom/contract/field-types/fields'
import { MAX_FILE_BYTES } from '@caseloom/contract/field-types/attachment'
import type { JsonValue } from '@caseloom/contract/kernel/json'
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
  draft: readonly string[]
  onDraft: (ids: string[]) => void
  stored: JsonValue | undefined
  onOpen?: (file: ReturnType<typeof draftFiles>[number]) => void
}

/** Uploaded immediately, part of the record when it is saved. */
export function AttachmentEditor({ field, draft, onDraft, stored, onOpen }: AttachmentEditorProps) {
  const now = useRef(draft)
  useEffect(() => {
    now.current = draft
  }, [draft])
  const uploads = useUploads((file) => {
    rememberUpload(file)
    // A ref, since several uploads may finish before the next render.
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
