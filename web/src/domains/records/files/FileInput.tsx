import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import classes from './Files.module.css'
import { filesEn } from './files.en.ts'

addTexts('files', filesEn)

interface FileInputProps {
  onFiles: (files: File[]) => void
  multiple?: boolean
  accept?: string | undefined
  /** The purpose, where a page has several file inputs. */
  label?: string
  children?: ReactNode
}

export function FileInput({ onFiles, multiple = true, accept, label, children }: FileInputProps) {
  const { t } = useTranslation('files')
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files].slice(0, multiple ? 50 : 1))
  }
  return (
    <div
      className={classes.drop}
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
      data-over={over || undefined}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrop}
    >
      {children}
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button
        leftSection={<IconPaperclip size={14} stroke={1.7} aria-hidden />}
        onClick={() => input.current?.click()}
      >
        {t(multiple ? 'choose' : 'chooseOne')}
      </Button>
    </div>
  )
}
