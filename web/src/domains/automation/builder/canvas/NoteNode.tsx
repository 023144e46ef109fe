import { ActionIcon as IconButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Node, type NodeProps, NodeResizer } from '@xyflow/react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../../../ui/rich-text/Markdown.tsx'
import { useCanvas } from './canvas-context.ts'
import classes from './Note.module.css'

export type NoteFlowNode = Node<{ index: number; text: string }, 'note'>

export const NoteNode = memo(function NoteNode({ data, selected }: NodeProps<NoteFlowNode>) {
  const { t } = useTranslation('builder')
  const deeds = useCanvas()
  const [isWriting, setIsWriting] = useState(data.text === '')
  const name = t('note.label', { number: data.index + 1 })
  if (isWriting && !deeds.readOnly) {
    return (
      <NoteInput
        name={name}
        text={data.text}
        onWritten={(text) => {
          setIsWriting(false)
          deeds.writeNote(data.index, text)
        }}
      />
    )
  }
  return (
    <section className={classes.note} aria-label={name} data-selected={selected || undefined}>
      {!deeds.readOnly && (
        <NodeResizer
          isVisible={selected}
          minWidth={120}
          minHeight={60}
          onResizeEnd={(_event, box) => deeds.sizeNote(data.index, box)}
        />
      )}
      <div
        className={classes.noteBody}
        role="button"
        tabIndex={deeds.readOnly ? -1 : 0}
        title={t('note.write', { name })}
        onDoubleClick={() => setIsWriting(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          setIsWriting(true)
        }}
      >
        <Markdown text={data.text} />
      </div>
      {!deeds.readOnly && <RemoveNote onRemove={() => deeds.removeNote(data.index)} />}
    </section>
  )
})

interface NoteInputProps {
  name: string
  text: string
  onWritten: (text: string) => void
}

function NoteInput({ name, text, onWritten }: NoteInputProps) {
  const { t } = useTranslation('builder')
  return (
    <textarea
      className={`${classes.noteText} nodrag nowheel`}
      aria-label={name}
      placeholder={t('note.placeholder')}
      defaultValue={text}
      autoFocus
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      onBlur={(event) => onWritten(event.currentTarget.value)}
    />
  )
}

function RemoveNote({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('builder')
  return (
    <IconButton
      className={classes.noteRemove ?? ''}
      size={24}
      aria-label={t('note.remove')}
      title={t('note.remove')}
      onClick={onRemove}
    >
      <IconX size={14} stroke={1.7} aria-hidden />
    </IconButton>
  )
}
