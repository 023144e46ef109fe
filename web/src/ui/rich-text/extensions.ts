import { Mention } from '@tiptap/extension-mention'
import type { Extensions } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import type { SuggestionOptions } from '@tiptap/suggestion'

/** The vocabulary that the server accepts, and nothing else. */
export function richTextExtensions(suggestion: Omit<SuggestionOptions, 'editor'> | null): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [3, 4] },
      horizontalRule: false,
      link: {
        openOnClick: false,
        autolink: true,
        protocols: ['http', 'https', 'mailto'],
        defaultProtocol: 'https',
        HTMLAttributes: { rel: null, target: null, class: null },
      },
    }),
    ...(suggestion === null ? [] : [MentionSpan.configure({ suggestion })]),
  ]
}

/** A mention in the form that the server accepts. */
const MentionSpan = Mention.extend({
  parseHTML() {
    return [
      {
        tag: 'span.mention[data-id]',
        getAttrs: (element) => ({
          id: element.dataset['id'] ?? '',
          label: (element.textContent ?? '').replace(/^@/, ''),
        }),
      },
    ]
  },
  renderHTML({ node }) {
    const { id, label } = node.attrs
    return ['span', { class: 'mention', 'data-id': String(id) }, `@${String(label ?? id)}`]
  },
})
