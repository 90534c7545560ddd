import { RouterProvider } from '@tanstack/react-router';
import { router } from './router.tsx';

/** {app_url} after sign-in: what a host and their agents work with, a page for each subject. */
export const Dashboard = () => <RouterProvider router={router} />;
