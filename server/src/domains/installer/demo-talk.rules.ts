/** A conversation of two analysts on the newest alert of the demo. */
export const DEMO_TALK: readonly { body: string; file?: { name: string; text: string } }[] = [
  {
    body: '<p>Compared it with last week: the same rule fired here <strong>twice</strong>, both times during a release.</p><ul><li><p>same path, same author</p></li><li><p>no release is planned for today</p></li></ul><p>Notes are in the file.</p>',
    file: {
      name: 'comparison.txt',
      text: 'Rule fired\n  Monday    09:12  during release 4.11\n  Thursday  16:40  during release 4.12\n  today            no release planned\n',
    },
  },
  {
    body: '<p>Thanks. I asked the owner of the repository; it stays open until they answer. The check was <code>git log -S</code> over the path.</p>',
  },
]
