/** What a mailed code proves an inbox for. A code of one purpose is wrong for every other. */
export type MailedCodePurpose = 'native_sign_in' | 'agent_identity';

/** What became of the mail with a code. late: it was used or too old before a mail could leave. */
export type CodeMailEnd = 'mailed' | 'undeliverable' | 'late';
