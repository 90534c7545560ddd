import { z } from 'zod';
import { Role } from './access.ts';

/** Spec, Workspace summary. */
export const WorkspaceSummary = z.object({ id: z.uuid(), name: z.string(), slug: z.string() });

/** A workspace of the signed-in person. */
export const MyWorkspace = WorkspaceSummary.extend({ role: Role, username: z.string() });
