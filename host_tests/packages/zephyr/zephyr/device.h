// What the sample uses of Zephyr: devices.
#pragma once

struct device {
    const char* name;
};

extern const struct device stub_console;

#define DT_CHOSEN(node) node
#define DEVICE_DT_GET(node) DEVICE_OF(node)
#define DEVICE_OF(node) DEVICE_OF_##node
#define DEVICE_OF_zephyr_console (&stub_console)

#ifdef __cplusplus
extern "C" {
#endif
bool device_is_ready(const struct device* dev);
#ifdef __cplusplus
}
#endif
