"""Undoes what would block later calls."""

import workspace


def end_time_off(answer: dict) -> None:
    """Time off of the owner would close every calendar that the feeders book."""
    workspace.call("DELETE", f"/workspace/time-off/{answer['timeOff']['id']}")


def delete_schedule(answer: dict) -> None:
    """A person has at most fifty."""
    workspace.call("DELETE", f"/workspace/schedules/{answer['id']}")


def revoke_seat(answer: dict) -> None:
    """The plan has ten."""
    workspace.call("DELETE", f"/workspace/agent-seats/{answer['id']}")


def lift_caps(answer: dict) -> None:
    """scripts/fuzz.ts lifted them: one client makes hundreds of bookings."""
    workspace.call("PATCH", "/workspace", upcomingPerNetwork=10000, upcomingPerMailDomain=10000)


def delete_webhook(answer: dict) -> None:
    """The plan has few."""
    workspace.call("DELETE", f"/workspace/webhooks/{answer['webhook']['id']}")


CLEANERS = {
    "addTimeOff": end_time_off,
    "createSchedule": delete_schedule,
    "createAgentSeat": revoke_seat,
    "createWebhook": delete_webhook,
    "updateWorkspace": lift_caps,
}


def clean(operation_id: str, answer: dict) -> None:
    """After a call that succeeded."""
    if operation_id in CLEANERS:
        CLEANERS[operation_id](answer)
