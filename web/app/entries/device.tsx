import '../app.css';
import { DevicePage } from '../device/device-page.tsx';
import { mount } from '../parts/mount.tsx';

mount(<DevicePage />);
