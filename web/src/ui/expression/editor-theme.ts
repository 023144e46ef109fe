import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Colors are theme tokens, which follow the color scheme.
const colors = HighlightStyle.define([
  { tag: tags.meta, color: 'var(--cl-text-tertiary)' },
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--cl-plum-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--cl-green-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--cl-amber-text)' },
  { tag: tags.regexp, color: 'var(--cl-orange-text)' },
  { tag: tags.comment, color: 'var(--cl-text-tertiary)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--cl-accent-text)' },
  { tag: tags.function(tags.variableName), color: 'var(--cl-blue-text)' },
  { tag: tags.special(tags.variableName), color: 'var(--cl-orange-text)' },
  { tag: tags.invalid, color: 'var(--cl-red-text)' },
])

const look = EditorView.theme({
  '&': { color: 'var(--cl-text)', backgroundColor: 'transparent', fontSize: '12px', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--cl-mono)', lineHeight: '18px', overflow: 'auto' },
  '.cm-content': { padding: '4px 0', caretColor: 'var(--cl-text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--cl-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--cl-accent-soft-hover)',
  },
  '.cm-placeholder': { color: 'var(--cl-text-tertiary)' },
  '.cm-gutters': {
    color: 'var(--cl-text-tertiary)',
    backgroundColor: 'var(--cl-canvas)',
    borderRight: '1px solid var(--cl-border-subtle)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--cl-hover)' },
  '.cm-activeLineGutter': { color: 'var(--cl-text)' },
  '.cm-foldPlaceholder': {
    color: 'var(--cl-text-secondary)',
    backgroundColor: 'var(--cl-active)',
    border: 'none',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--cl-active)' },
  '.cm-tooltip': {
    color: 'var(--cl-text)',
    backgroundColor: 'var(--cl-raised)',
    border: '1px solid var(--cl-border)',
    borderRadius: 'var(--cl-radius-control)',
    boxShadow: 'var(--cl-shadow-md)',
    zIndex: 'var(--cl-z-popover)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--cl-mono)', maxHeight: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px', lineHeight: '18px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--cl-text)',
    backgroundColor: 'var(--cl-selected)',
  },
  '.cm-completionDetail': { color: 'var(--cl-text-tertiary)', fontStyle: 'normal', marginLeft: '12px' },
  '.cm-completionMatchedText': { color: 'var(--cl-accent-text)', textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '280px', padding: '6px 8px', fontSize: '12px' },
  '.cm-diagnostic': { padding: '4px 8px', fontSize: '12px', borderLeftWidth: '3px' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--cl-red-solid)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--cl-amber-solid)' },
  '.cm-panels': { color: 'var(--cl-text)', backgroundColor: 'var(--cl-canvas)' },
  '.cm-searchMatch': { backgroundColor: 'var(--cl-amber-soft)' },
  '.cm-pill': {
    display: 'inline-block',
    padding: '0 6px',
    borderRadius: 'var(--cl-radius-chip)',
    fontSize: '11px',
    lineHeight: '18px',
    cursor: 'text',
  },
  '.cm-pill[data-hue="step"]': { color: 'var(--cl-accent-text)', backgroundColor: 'var(--cl-accent-soft)' },
  '.cm-pill[data-hue="trigger"]': { color: 'var(--cl-green-text)', backgroundColor: 'var(--cl-green-soft)' },
  '.cm-pill[data-hue="other"]': { color: 'var(--cl-amber-text)', backgroundColor: 'var(--cl-amber-soft)' },
})

const prose = EditorView.theme({ '.cm-scroller': { fontFamily: 'var(--cl-sans)', fontSize: '13px' } })

export function editorLook(asText: boolean) {
  return [look, asText ? prose : [], syntaxHighlighting(colors)]
}
